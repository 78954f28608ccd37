import { Controller, Get } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Reply } from '../../platform/http/answers/reply';
import { Page } from '../../platform/http/edge/route-facts';
import { CurrentVisit, type Visit } from '../rendering/visit';
import { ConsoleFrames } from './console-frames';

/** Places of the console; what stands there its script draws. */
const PLACES = [
  '',
  'applications',
  'applications/:client_id',
  'applications/:client_id/:part',
  'new',
  'try',
  'try/back',
];

/** The developer console. */
@ApiExcludeController()
@Page()
@Controller('console')
export class ConsoleController {
  constructor(private readonly frames: ConsoleFrames) {}

  @Get(PLACES)
  show(@CurrentVisit() visit: Visit): Promise<Reply> {
    return this.frames.show(visit, visit.path.startsWith('/console/try') ? 'try' : 'applications');
  }
}

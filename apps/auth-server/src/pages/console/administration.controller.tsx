import { Controller, Get } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Reply } from '../../platform/http/answers/reply';
import { Page } from '../../platform/http/edge/route-facts';
import type { Section } from '../rendering/account-layout';
import { CurrentVisit, type Visit } from '../rendering/visit';
import { ConsoleFrames } from './console-frames';

const SECTIONS: Readonly<Record<string, Section>> = {
  applications: 'allApplications',
  resources: 'resources',
  keys: 'keys',
  events: 'events',
};

/** The console's pages for administrators. Others get the frame too: what stands in it `/api/admin` gives or refuses. */
@ApiExcludeController()
@Page()
@Controller('admin')
export class AdministrationController {
  constructor(private readonly frames: ConsoleFrames) {}

  @Get(['', 'accounts', 'accounts/:id', 'applications', 'applications/:id', 'resources', 'keys', 'events'])
  show(@CurrentVisit() visit: Visit): Promise<Reply> {
    const { path, queryText } = visit;
    const section = SECTIONS[path.split('/')[2] ?? ''] ?? 'accounts';
    return this.frames.show(visit, section, queryText === '' ? path : `${path}?${queryText}`);
  }
}

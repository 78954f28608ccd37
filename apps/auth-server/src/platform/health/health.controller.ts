import { Controller, Get } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiProperty, ApiTags } from '@nestjs/swagger';
import { Units } from '../database/units';
import { ApiProblem } from '../http/docs/api-docs';
import { AnswersHead } from '../http/edge/route-facts';
import { WrittenLately } from './written-lately';

class HealthView {
  @ApiProperty({ example: 'ok' })
  status: 'ok';
}

@ApiTags('health')
@AnswersHead()
@Controller('health')
export class HealthController {
  constructor(
    private readonly units: Units,
    private readonly writtenLately: WrittenLately,
  ) {}

  @Get('live')
  @ApiOperation({ summary: 'Check that the process answers' })
  @ApiOkResponse({ type: HealthView })
  live(): HealthView {
    return { status: 'ok' };
  }

  @Get('ready')
  @ApiOperation({ summary: 'Check that the database can be read and written too' })
  @ApiOkResponse({ type: HealthView })
  @ApiProblem(503)
  async ready(): Promise<HealthView> {
    await this.units.get('SELECT 1 FROM migrations LIMIT 1');
    await this.writtenLately.assert();
    return { status: 'ok' };
  }
}

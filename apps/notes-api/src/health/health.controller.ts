import { Public } from '@consentry/guard';
import { Controller, Get } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';

@Public()
@Controller('health')
export class HealthController {
  constructor(@InjectDataSource() private readonly database: DataSource) {}

  /** The process answers. */
  @Get('live')
  live(): { status: string } {
    return { status: 'ok' };
  }

  /** The database answers. The auth server is not called: its keys are fetched when a token comes. */
  @Get('ready')
  async ready(): Promise<{ status: string }> {
    await this.database.query('SELECT 1 FROM "notes" LIMIT 1');
    return { status: 'ok' };
  }
}

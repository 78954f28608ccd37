import { type DynamicModule, Module } from '@nestjs/common';
import { SETTINGS, type Settings } from '../config/settings';
import type { BackgroundJob } from '../database/batched-delete';
import { BACKGROUND_JOBS, Jobs } from './jobs';

@Module({})
export class JobsModule {
  static with(jobsOf: (settings: Settings) => BackgroundJob[]): DynamicModule {
    const jobs = { provide: BACKGROUND_JOBS, inject: [SETTINGS], useFactory: jobsOf };
    return { module: JobsModule, providers: [jobs, Jobs], exports: [Jobs] };
  }
}

import { type DynamicModule, Global, Module } from '@nestjs/common';
import type { Logger } from 'pino';
import { CLOCK, type Clock } from './clock';
import { SETTINGS, type Settings } from './config/settings';
import { LOGGER } from './http/request-log';

/** Global providers: what the process supplies. */
export interface Surroundings {
  settings: Settings;
  clock: Clock;
  logger: Logger;
}

@Global()
@Module({})
export class SurroundingsModule {
  static of({ settings, clock, logger }: Surroundings): DynamicModule {
    const providers = [
      { provide: SETTINGS, useValue: settings },
      { provide: CLOCK, useValue: clock },
      { provide: LOGGER, useValue: logger },
    ];
    return { module: SurroundingsModule, providers, exports: providers };
  }
}

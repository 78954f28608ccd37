import { type DynamicModule, Global, Module } from '@nestjs/common';
import { CLOCK, type Clock } from './clock';
import { SETTINGS, type Settings } from './settings';

/** Hands the settings and the clock to everybody; nothing else reads the environment or the time. */
@Global()
@Module({})
export class ConfigModule {
  static with(settings: Settings, clock: Clock): DynamicModule {
    const providers = [
      { provide: SETTINGS, useValue: settings },
      { provide: CLOCK, useValue: clock },
    ];
    return { module: ConfigModule, providers, exports: providers };
  }
}

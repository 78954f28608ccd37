import { GuardModule, JwtBearerGuard } from '@consentry/guard';
import { type DynamicModule, Global, Module } from '@nestjs/common';
import { APP_FILTER, APP_GUARD } from '@nestjs/core';
import type { Logger } from 'pino';
import { CLOCK, type Clock } from './clock';
import { SETTINGS, type Settings } from './config/settings';
import { DatabaseModule } from './database/database.module';
import { HealthController } from './health/health.controller';
import { ProblemFilter } from './http/problem.filter';
import { LOGGER } from './http/request-log';
import { NotesModule } from './notes/notes.module';
import { ResourceMetadataController, resourceMetadataUrl } from './resource-metadata.controller';

/** Global providers: what the process supplies. */
export interface Surroundings {
  settings: Settings;
  clock: Clock;
  logger: Logger;
}

@Global()
@Module({})
class SurroundingsModule {
  static of({ settings, clock, logger }: Surroundings): DynamicModule {
    const providers = [
      { provide: SETTINGS, useValue: settings },
      { provide: CLOCK, useValue: clock },
      { provide: LOGGER, useValue: logger },
    ];
    return { module: SurroundingsModule, providers, exports: providers };
  }
}

@Module({})
export class AppModule {
  static in(surroundings: Surroundings): DynamicModule {
    const { authUrl: issuer, baseUrl: audience } = surroundings.settings;
    return {
      module: AppModule,
      imports: [
        SurroundingsModule.of(surroundings),
        GuardModule.forRoot({
          issuer,
          audience,
          clock: surroundings.clock,
          resourceMetadata: resourceMetadataUrl(audience),
        }),
        DatabaseModule,
        NotesModule,
      ],
      controllers: [HealthController, ResourceMetadataController],
      providers: [
        // Every route needs a token, unless it is marked @Public().
        { provide: APP_GUARD, useClass: JwtBearerGuard },
        { provide: APP_FILTER, useClass: ProblemFilter },
      ],
    };
  }
}

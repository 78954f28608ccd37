import { GuardModule, JwtBearerGuard } from '@consentry/guard';
import { type DynamicModule, Module } from '@nestjs/common';
import { APP_FILTER, APP_GUARD } from '@nestjs/core';
import { DatabaseModule } from './database/database.module';
import { HealthController } from './health/health.controller';
import { ProblemFilter } from './http/problem.filter';
import { NotesModule } from './notes/notes.module';
import { ResourceMetadataController, resourceMetadataUrl } from './resource-metadata.controller';
import { type Surroundings, SurroundingsModule } from './surroundings.module';

@Module({
  imports: [DatabaseModule, NotesModule],
  controllers: [HealthController, ResourceMetadataController],
  providers: [
    // Every route needs a token, unless it is marked @Public().
    { provide: APP_GUARD, useClass: JwtBearerGuard },
    { provide: APP_FILTER, useClass: ProblemFilter },
  ],
})
export class AppModule {
  static in(surroundings: Surroundings): DynamicModule {
    const { authUrl: issuer, baseUrl: audience, insecureHosts } = surroundings.settings;
    return {
      module: AppModule,
      imports: [
        SurroundingsModule.of(surroundings),
        GuardModule.forRoot({
          issuer,
          audience,
          insecureHosts,
          clock: surroundings.clock,
          resourceMetadata: resourceMetadataUrl(audience),
        }),
      ],
    };
  }
}

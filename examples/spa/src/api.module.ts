import { AccessToken, GuardModule, JwtBearerGuard, RequireScopes, type VerifiedAccessToken } from '@consentry/guard';
import { Controller, type DynamicModule, Get } from '@nestjs/common';
import { APP_GUARD } from '@nestjs/core';

@Controller('notes')
class NotesController {
  @Get()
  @RequireScopes('notes:read')
  list(@AccessToken() token: VerifiedAccessToken) {
    return { notes: [`A note of ${token.subject}`] };
  }
}

/** The API that the page calls: another origin, as it is in most teams. */
export class ApiModule {
  static of(issuer: string, audience: string): DynamicModule {
    return {
      module: ApiModule,
      imports: [GuardModule.forRoot({ issuer, audience })],
      controllers: [NotesController],
      providers: [{ provide: APP_GUARD, useClass: JwtBearerGuard }],
    };
  }
}

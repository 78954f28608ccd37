import { Controller, Get, Module } from '@nestjs/common';
import { APP_GUARD } from '@nestjs/core';
import guard = require('@consentry/guard');
import mcp = require('@consentry/guard/mcp');

@Controller('notes')
class NotesController {
  @guard.RequireScopes('notes:read')
  @Get()
  list(@guard.AccessToken() token: guard.VerifiedAccessToken): readonly string[] {
    const expiresAt: number = token.expiresAt;
    const family: string | undefined = token.familyId;
    return [token.subject, String(expiresAt), family ?? '', ...token.scopes];
  }

  @guard.Public()
  @Get('open')
  open(error: unknown): number | undefined {
    return guard.isBearerError(error) ? error.retryAfter : undefined;
  }
}

@Module({
  imports: [
    guard.GuardModule.forRoot({ issuer: 'https://a.example', audience: 'https://b.example' }),
    mcp.ProtectedResourceModule.forRoot({ scopes: ['notes:read'] }),
  ],
  controllers: [NotesController],
  providers: [{ provide: APP_GUARD, useClass: guard.JwtBearerGuard }],
})
export class AppModule {}

// @ts-expect-error the audience is not optional
guard.GuardModule.forRoot({ issuer: 'https://a.example' });
// @ts-expect-error a guarded route asks for one scope at least
guard.RequireScopes();

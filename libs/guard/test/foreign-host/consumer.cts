import { Controller, Get, Module } from '@nestjs/common';
import { APP_GUARD } from '@nestjs/core';
import guard = require('@consentry/guard');
import mcp = require('@consentry/guard/mcp');
import signIn = require('@consentry/guard/sign-in');

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

interface SessionRequest {
  session: { user?: { id: string; name: string | null }; signedInAt: number; destroy(done: () => void): void };
}

export const login = signIn.SignInBridgeModule.forRootAsync({
  inject: ['key'],
  useFactory: async (key: string): Promise<signIn.SignInBridgeOptions> => ({
    issuer: 'https://auth.example.com',
    url: 'https://app.example.com/consentry',
    key,
    user: async ({ session: { user, signedInAt } }: SessionRequest) => user && { ...user, signedInAt },
    login: ({ returnTo, prompt }: signIn.LoginWish) => `/login?return_to=${returnTo}&prompt=${prompt ?? ''}`,
    signOut: ({ session }: SessionRequest) => new Promise<void>((done) => session.destroy(done)),
  }),
});

// @ts-expect-error signedInAt is not optional
export const person: signIn.SignedInPerson = { id: 7 };

import {
  AccessToken,
  type Clock,
  GuardModule,
  type GuardOptions,
  isBearerError,
  JwtBearerGuard,
  Public,
  RequireScopes,
  type VerifiedAccessToken,
} from '@consentry/guard';
import { ProtectedResourceModule } from '@consentry/guard/mcp';
import { SignInBridge, SignInBridgeModule } from '@consentry/guard/sign-in';
import { Controller, Get, Module, UseGuards } from '@nestjs/common';

const clock: Clock = { now: () => 0 };

@RequireScopes('notes:read', 'notes:write')
@UseGuards(JwtBearerGuard)
@Controller('notes')
class NotesController {
  @Get()
  list(@AccessToken() token: VerifiedAccessToken): readonly string[] {
    return [token.subject, ...token.scopes];
  }

  @Public()
  @Get('open')
  open(error: unknown): string | undefined {
    return isBearerError(error) ? error.challenge : undefined;
  }
}

@Module({
  imports: [
    GuardModule.forRootAsync({
      isGlobal: false,
      useFactory: async (): Promise<GuardOptions> => ({
        issuer: 'https://a.example',
        audience: 'https://b.example',
        clock,
      }),
    }),
  ],
  controllers: [NotesController],
})
export class AppModule {}

// @ts-expect-error the token cannot be changed
export const change = (token: VerifiedAccessToken) => (token.subject = 'eve');

export const metadata = ProtectedResourceModule.forRoot({ resourceName: 'Notes' });

export const login = SignInBridgeModule.forRoot({
  issuer: 'https://auth.example.com',
  url: 'https://app.example.com/consentry',
  key: process.env.SIGN_IN_KEY,
  user: ({ session: { user, signedInAt }, sessionID: session }) =>
    user && { id: user.id, name: user.name, email: user.email, signedInAt, session },
  login: ({ returnTo }) => `/login?return_to=${encodeURIComponent(returnTo)}`,
  signOut: (request) => new Promise((done) => request.session.destroy(done)),
});

export const signOut = (bridge: SignInBridge): Promise<void> => bridge.signedOut(7, 'session');

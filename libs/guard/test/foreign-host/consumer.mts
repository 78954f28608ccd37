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

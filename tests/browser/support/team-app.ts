import { SignInBridgeModule } from '@consentry/guard/sign-in';
import { Body, Controller, Get, Header, Module, Post, Query, Redirect, Res } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { ExpressAdapter, type NestExpressApplication } from '@nestjs/platform-express';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';

/** What `helmet()` sets without options, version 8. */
const HELMET = {
  'content-security-policy': [
    "default-src 'self'",
    "base-uri 'self'",
    "font-src 'self' https: data:",
    "form-action 'self'",
    "frame-ancestors 'self'",
    "img-src 'self' data:",
    "object-src 'none'",
    "script-src 'self'",
    "script-src-attr 'none'",
    "style-src 'self' https: 'unsafe-inline'",
    'upgrade-insecure-requests',
  ].join(';'),
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'origin-agent-cluster': '?1',
  'referrer-policy': 'no-referrer',
  'strict-transport-security': 'max-age=31536000; includeSubDomains',
  'x-content-type-options': 'nosniff',
  'x-dns-prefetch-control': 'off',
  'x-download-options': 'noopen',
  'x-frame-options': 'SAMEORIGIN',
  'x-permitted-cross-domain-policies': 'none',
  'x-xss-protection': '0',
};

export type Platform = 'Express' | 'Fastify';

/** What a response of Express and a reply of Fastify have both. */
interface HeaderSetter {
  header(name: string, value: string): unknown;
}

export interface TeamApp {
  stop: () => Promise<void>;
}

const ADA = { id: 'ada', name: 'Ada Lovelace', email: 'ada@example.com' };

/** A team's app with a login form, cookies with `SameSite=Strict`, a global prefix, and all of helmet's headers. */
export async function startTeamApp(
  platform: Platform,
  { site, issuer, key }: { site: string; issuer: string; key: string },
): Promise<TeamApp> {
  const sessions = new Map<string, number>();
  const sessionOf = (cookie = '') => /(?:^|; )team=([\w-]+)/.exec(cookie)?.[1] ?? '';

  @Controller()
  class LoginController {
    @Get('login')
    @Header('content-type', 'text/html')
    form(@Query('return_to') returnTo: string): string {
      const hidden = `<input type="hidden" name="return_to" value="${encodeURIComponent(returnTo)}">`;
      return `<body><form method="post">${hidden}<button>Sign in</button></form>`;
    }

    @Post('login')
    @Redirect()
    login(@Body() form: { return_to: string }, @Res({ passthrough: true }) response: HeaderSetter) {
      const session = randomUUID();
      sessions.set(session, Date.now());
      response.header('set-cookie', `team=${session}; Path=/; HttpOnly; SameSite=Strict`);
      return { url: decodeURIComponent(form.return_to), statusCode: 303 };
    }
  }

  @Module({
    imports: [
      SignInBridgeModule.forRoot({
        issuer,
        key,
        url: `${site}/api/consentry`,
        user: ({ headers }: IncomingMessage) => {
          const session = sessionOf(headers.cookie);
          const signedInAt = sessions.get(session);
          return signedInAt === undefined ? undefined : { ...ADA, signedInAt, session };
        },
        login: ({ returnTo }) => `/api/login?return_to=${encodeURIComponent(returnTo)}`,
        signOut: ({ headers }: IncomingMessage) => void sessions.delete(sessionOf(headers.cookie)),
      }),
    ],
    controllers: [LoginController],
  })
  class AppModule {}

  const adapter = platform === 'Express' ? new ExpressAdapter() : (new FastifyAdapter() as unknown as ExpressAdapter);
  const app = await NestFactory.create<NestExpressApplication>(AppModule, adapter, { logger: false });
  app.use((_request: IncomingMessage, response: ServerResponse, next: () => void) => {
    for (const [name, value] of Object.entries(HELMET)) response.setHeader(name, value);
    next();
  });
  app.setGlobalPrefix('api');
  await app.listen(new URL(site).port, '127.0.0.1');
  return { stop: () => app.close() };
}

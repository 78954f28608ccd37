import { listenerOf } from './listener';
import { literal } from './quoting';
import type { Target } from './target';

interface NestApplication {
  issuer: string;
  clientId: string;
  redirectUri: string;
  target: Target;
}

/** `src/main.ts` of a Nest application that signs one user in by `@consentry/client` and makes a call. */
export function nestApplication(application: NestApplication): string {
  const { origin, pathname } = new URL(application.redirectUri);
  const { host, port } = listenerOf(application.redirectUri);
  const start = pathname === '/connect' ? '/sign-in' : '/connect';
  return `import { ConsentryClient, ConsentryClientModule, type PendingSignIn } from '@consentry/client';
import { Controller, Get, Module, Redirect, Req } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';

${controllerText(application.target.call, { start, callback: pathname })}

${moduleText(application)}

async function main() {
  const app = await NestFactory.create(AppModule);
  await app.listen(${port}, ${literal(host)});
  console.log('Open ${origin}${start}');
}

void main();`;
}

const controllerText = (call: string, { start, callback }: { start: string; callback: string }) => `@Controller()
class SignInController {
  // For one user: an application keeps it in each user's session.
  private pending: PendingSignIn | undefined;

  constructor(private readonly consentry: ConsentryClient) {}

  @Get(${literal(start)})
  @Redirect()
  async connect() {
    const { url, pending } = await this.consentry.begin();
    this.pending = pending;
    return { url: url.href };
  }

  @Get(${literal(callback)})
  async callback(@Req() request: { originalUrl: string }) {
    await this.consentry.finish(request.originalUrl, this.pending, 'user');
    const answer = await this.consentry.fetchFor('user')(${literal(call)}); // an address of the API
    return answer.text();
  }
}`;

const moduleText = ({ issuer, clientId, redirectUri, target }: NestApplication) => `@Module({
  imports: [
    ConsentryClientModule.forRoot({
      issuer: ${literal(issuer)},
      clientId: ${literal(clientId)},
      clientSecret: process.env.CLIENT_SECRET!,
      redirectUri: ${literal(redirectUri)},
      scopes: [${literal(target.scope)}],
      apis: [${literal(new URL(target.call).origin)}],
    }),
  ],
  controllers: [SignInController],
})
class AppModule {}`;

import { type ClientOptions, ConsentryClientModule, type SignIn } from '@consentry/client';
import { ConsentryStrategy } from '@consentry/client/passport';
import { Controller, Get, type INestApplication, Injectable, Module, Req, Session, UseGuards } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { AuthGuard } from '@nestjs/passport';
import session from 'express-session';
import { Browser } from '@consentry/test-support/browser/browser';
import { givenAccount, givenServer } from '@consentry/test-support/server/given';
import { freePort } from '@consentry/test-support/server/ports';
import { visit } from '@consentry/test-support/browser/visit';
import { register } from '@consentry/test-support/world/world';

/** An application whose people sign in with the auth server. */
async function startApp(options: ClientOptions): Promise<INestApplication> {
  @Injectable()
  class AppStrategy extends ConsentryStrategy {
    override validate({ person, claims }: SignIn) {
      return { id: person, by: claims?.['iss'] };
    }
  }

  @Controller()
  class SignInController {
    @Get('basket')
    basket(@Session() session: { basket?: string; person?: string }) {
      session.basket ??= 'apples';
      return { basket: session.basket, person: session.person };
    }

    @Get(['login', 'callback'])
    @UseGuards(AuthGuard('consentry'))
    signedIn(@Req() { user, session }: { user: { id: string }; session: { person?: string } }) {
      session.person = user.id;
      return user;
    }
  }
  @Module({
    imports: [ConsentryClientModule.forRoot(options)],
    controllers: [SignInController],
    providers: [AppStrategy],
  })
  class AppModule {}
  const app = await NestFactory.create(AppModule, { logger: false });
  app.use(session({ secret: 'a-secret', resave: false, saveUninitialized: false }));
  await app.listen(Number(new URL(options.redirectUri).port), '127.0.0.1');
  return app;
}

describe('"sign in with Consentry" by passport', () => {
  const server = givenServer();
  const account = givenAccount(server);
  let url: string;
  let app: INestApplication;

  beforeAll(async () => {
    url = `http://localhost:${await freePort()}`;
    const redirectUri = `${url}/callback`;
    const application = await register(server, account, { redirect_uris: [redirectUri] });
    app = await startApp({
      issuer: server.url,
      clientId: application.client_id,
      clientSecret: application.client_secret,
      redirectUri,
      scopes: ['openid'],
      apis: [server.url],
    });
  });
  afterAll(() => app.close());

  /** @returns where the browser arrives. */
  async function begin(browser: Browser, decision?: Record<string, unknown>): Promise<URL> {
    const { status, next } = await browser.open(`${url}/login`);
    expect(status).toBe(302);
    return visit(server, account, next!, decision);
  }

  it('signs an account in, once', async () => {
    const browser = new Browser();
    const arrived = await begin(browser);
    const signedIn = await browser.open(arrived);
    expect(signedIn.status).toBe(200);
    expect(JSON.parse(signedIn.text)).toEqual({ id: account.id, by: server.url });
    expect((await browser.open(arrived)).status).toBe(400);
  });

  it('gives the session another id, and keeps its data', async () => {
    const browser = new Browser();
    const basket = async (by: Browser) => JSON.parse((await by.open(`${url}/basket`)).text) as unknown;
    await basket(browser);
    const planter = browser.copy();
    await browser.open(await begin(browser));
    expect(await basket(browser)).toEqual({ basket: 'apples', person: account.id });
    expect(await basket(planter)).toEqual({ basket: 'apples' });
  });

  it('does not sign in a browser that did not begin', async () => {
    const arrived = await begin(new Browser());
    expect((await new Browser().open(arrived)).status).toBe(400);
  });

  it('says that the person refused', async () => {
    const browser = new Browser();
    const { status, text } = await browser.open(await begin(browser, { is_rejected: true }));
    expect([status, (JSON.parse(text) as { message: string }).message]).toEqual([
      400,
      'The sign-in gave no access: access_denied',
    ]);
  });
});

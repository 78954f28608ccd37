import { encode } from '@auth/core/jwt';
import { SignInBridgeModule, type SignInBridgeOptions } from '@consentry/guard/sign-in';
import { type INestApplication, Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { JwtService } from '@nestjs/jwt';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { type NextFunction, type Request, type Response, urlencoded } from 'express';
import session from 'express-session';
import { Passport } from 'passport';
import { ModuleKind, ScriptTarget, transpileModule } from 'typescript';
import { PageVisitor, type VisitedPage } from '@consentry/test-support/browser/page-visitor';
import { CONSENTRY, runHosted } from '@consentry/test-support/server/command';
import { freePort } from '@consentry/test-support/server/ports';
import { TestServer } from '@consentry/test-support/server/server';
import { newApp, runner } from '../../../../libs/schematics/test/apps';

const ADA = { id: 'ada', name: 'Ada Lovelace', email: 'ada@example.com' };
const SECRETS = { JWT_SECRET: 'a secret of the JWTs of the app', AUTH_SECRET: 'a secret of Auth.js' };
const AUTH_JS = 'authjs.session-token';

type SignIn = (request: Request, response: Response) => Promise<unknown>;

/** How each kind of app begins a session, by the library itself. */
const LOGINS: Record<string, { prepare?: (app: INestApplication) => void; signIn: SignIn }> = {
  'express-session': {
    prepare: (app) => void app.use(sessions()),
    signIn: ({ session: kept }) => Promise.resolve(Object.assign(kept, { user: ADA, signedInAt: Date.now() })),
  },
  passport: {
    prepare: (app) => {
      const passport = new Passport();
      passport.serializeUser((user, done) => done(null, (user as typeof ADA).id));
      passport.deserializeUser((_id, done) => done(null, ADA));
      app.use(sessions(), passport.initialize(), passport.session());
    },
    signIn: async (request) => {
      await new Promise<void>((done, failed) =>
        request.login(ADA, (error) => (error ? failed(error as Error) : done())),
      );
      Object.assign(request.session, { signedInAt: Date.now() });
    },
  },
  'jwt-cookie': {
    signIn: async (_request, response) => {
      const { id: sub, ...claims } = ADA;
      const jwt = await new JwtService({ secret: SECRETS.JWT_SECRET }).signAsync({ sub, ...claims });
      response.cookie('access_token', jwt, { httpOnly: true, sameSite: 'lax' });
    },
  },
  'auth-js': {
    signIn: async (_request, response) => {
      const { id: sub, ...claims } = ADA;
      const token = { sub, ...claims, signedInAt: Date.now() };
      response.cookie(AUTH_JS, await encode({ token, secret: SECRETS.AUTH_SECRET, salt: AUTH_JS }));
    },
  },
};

const sessions = () => session({ secret: 'a secret', resave: false, saveUninitialized: false });

/** The bridge that the generator writes, as the app runs it. */
async function generatedBridge(kind: string): Promise<() => SignInBridgeOptions> {
  const app = await runner().runSchematic('sign-in-bridge', { session: kind }, await newApp());
  const load = (path: string): unknown => {
    const options = { module: ModuleKind.CommonJS, target: ScriptTarget.ES2022, esModuleInterop: true };
    const { outputText } = transpileModule(app.readText(path), { compilerOptions: options });
    const exports = {};
    const requireOf = (name: string): unknown =>
      name === '../consentry.settings' ? load('src/consentry.settings.ts') : jest.requireActual(name);
    // eslint-disable-next-line @typescript-eslint/no-implied-eval -- the file that a team runs
    const run = new Function('exports', 'require', outputText) as (...given: [object, typeof requireOf]) => void;
    run(exports, requireOf);
    return exports;
  };
  return (load('src/sign-in/sign-in-bridge.ts') as { signInBridge: () => SignInBridgeOptions }).signInBridge;
}

describe.each(Object.entries(LOGINS))('the generated bridge with %s', (kind, { prepare, signIn }) => {
  let server: TestServer;
  let app: NestExpressApplication;
  let site: string;

  beforeAll(async () => {
    site = `http://localhost:${await freePort()}`;
    const url = `${site}/consentry`;
    server = await TestServer.start({ env: { SIGN_IN_URL: url, SUBJECT: 'theirs' } });
    const { stdout } = await runHosted(CONSENTRY, ['sign-in-key'], {});
    const [, key] = /^SIGN_IN_KEY='(.+)'\n$/.exec(stdout)!;
    Object.assign(process.env, { AUTH_URL: server.url, SIGN_IN_URL: url, SIGN_IN_KEY: key, ...SECRETS });
    const useFactory = await generatedBridge(kind);
    class AppModule {}
    Module({ imports: [SignInBridgeModule.forRootAsync({ useFactory })] })(AppModule);
    app = await NestFactory.create<NestExpressApplication>(AppModule, { logger: false });
    prepare?.(app);
    app.use('/login', urlencoded({ extended: false }), (request: Request, response: Response, next: NextFunction) => {
      if (request.method === 'GET') response.send('<body><form action="/login"></form>');
      else
        signIn(request, response).then(
          () => response.redirect(303, new URL(request.originalUrl, site).searchParams.get('return_to')!),
          next,
        );
    });
    await app.listen(new URL(site).port, '127.0.0.1');
  });
  afterAll(async () => {
    await Promise.all([app.close(), server.stop()]);
    for (const name of ['AUTH_URL', 'SIGN_IN_URL', 'SIGN_IN_KEY', ...Object.keys(SECRETS)]) delete process.env[name];
  });

  /** Follows pages and redirects on both sites, with the cookies of each, until one waits for the person. */
  async function follow(browsers: Record<string, PageVisitor>, start: string): Promise<VisitedPage & { url: URL }> {
    let url = new URL(start);
    for (let hops = 0; hops < 12; hops += 1) {
      const page = await browsers[url.origin]!.get(url.href);
      const on = page.next ?? page.refresh;
      if (on === null) return { ...page, url };
      url = new URL(on, url);
    }
    throw new Error(`goes round at ${url.href}`);
  }

  it('signs a person in by that session, and ends it when they sign out here', async () => {
    const there = new PageVisitor({ url: site });
    const here = new PageVisitor(server);
    const browsers = { [site]: there, [new URL(server.url).origin]: here };
    const login = await follow(browsers, `${server.url}/account`);
    expect([login.url.origin, login.url.pathname]).toEqual([site, '/login']);
    const back = await there.send('POST', login.url.href, new URLSearchParams());
    const account = await follow(browsers, `${site}${back.next}`);
    expect([account.url.href, account.text]).toEqual([`${server.url}/account`, expect.stringContaining(ADA.name)]);

    const asked = await here.post(await here.open('/sign-out'), '/sign-out');
    const button = await follow(browsers, new URL(asked.next ?? asked.refresh!, server.url).href);
    const [{ action } = { action: 'no form' }] = button.forms;
    const done = await there.post(button, action);
    expect((await follow(browsers, done.refresh!)).text).toContain('You are signed out');
    expect((await follow(browsers, `${server.url}/account`)).url.pathname).toBe('/login');
  });
});

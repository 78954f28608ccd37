import { SignInBridgeModule } from '@consentry/guard/sign-in';
import {
  Controller,
  type DynamicModule,
  Get,
  Header,
  type INestApplication,
  type Provider,
  UnauthorizedException,
} from '@nestjs/common';
import { APP_GUARD, NestFactory } from '@nestjs/core';
import { generateKeyPairSync } from 'node:crypto';
import { type CheckedFinding, type Status, runChecks } from '../../../../apps/auth-server/src/commands/doctor/check';
import type { InsideFacts } from '../../../../apps/auth-server/src/commands/doctor/inside/inside-facts';
import { LOGIN_CHECKS } from '../../../../apps/auth-server/src/commands/doctor/login/login-checks';
import { type LoginFacts, gatherLogin } from '../../../../apps/auth-server/src/commands/doctor/login/login-facts';
import { Prober } from '../../../../apps/auth-server/src/commands/doctor/prober';
import { systemClock } from '../../../../apps/auth-server/src/platform/config/clock';
import { freePort } from '@consentry/test-support/server/ports';
import { TestServer } from '@consentry/test-support/server/server';
import { ChangingProxy, type Change, inJson } from '@consentry/test-support/world/changing-proxy';
import { OwnLogin } from '@consentry/test-support/world/own-login';

@Controller()
class LoginController {
  @Get('login')
  @Header('content-type', 'text/html')
  @Header('content-security-policy', "default-src 'none'; form-action 'self'")
  form(): string {
    return '<form method="post"><button>Sign in</button></form>';
  }
}

class AppModule {}

const PAIR = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const KEY = PAIR.privateKey.export({ format: 'jwk' });

/** A team's app with the bridge. */
async function startApp(
  issuer: string,
  url: string,
  port: number,
  providers: Provider[] = [],
): Promise<INestApplication> {
  const bridge = SignInBridgeModule.forRoot({
    ...{ issuer, url, key: JSON.stringify(KEY), user: () => undefined, signOut: () => undefined },
    login: ({ returnTo }) => `/login?return_to=${encodeURIComponent(returnTo)}`,
  });
  const module: DynamicModule = { module: AppModule, imports: [bridge], controllers: [LoginController], providers };
  const app = await NestFactory.create(module, { logger: false });
  await app.listen(port, '127.0.0.1');
  return app;
}

const at =
  (path: RegExp, change: Change): Change =>
  (answer) => {
    if (path.test(answer.path)) change(answer);
  };
const answering = (path: RegExp, status: number) => at(path, (answer) => (answer.status = status));
const header = (path: RegExp, name: string, value: string) => at(path, ({ headers }) => void (headers[name] = value));
const cookie = (value: string) => at(LOGIN, ({ headers }) => void (headers['set-cookie'] = [value]));
const leading = (path: RegExp, to: string) =>
  at(path, (answer) => (answer.body = `<meta http-equiv="refresh" content="0; url=${to}">`));
const off =
  (seconds: number): Change =>
  ({ headers }) =>
    void (headers.date = new Date(Date.now() + seconds * 1000).toUTCString());

const KEYS = '/consentry/jwks.json';
const REQUEST = /^\/consentry\?request=ey/;
const UNSIGNED = /^\/consentry\?request=doctor/;
const LOGIN = /^\/login/;
const POLICY = 'content-security-policy';

const FAILS = 'failure';
const WARNS = 'warning';
type Fixture = readonly [id: string, status: Status, change: Change, cause: RegExp, cure: RegExp];

/** Each is what a real app answers with one change. */
const FIXTURES: readonly Fixture[] = [
  ['login-keys', FAILS, answering(/jwks/, 404), /jwks\.json answered 404$/, /start the app/],
  ['login-keys', FAILS, answering(/jwks/, 401), /answered 401/, /Public\(\)\(SignInBridgeController\)/],
  ['login-keys', FAILS, at(/jwks/, (answer) => (answer.body = '<html>')), /no public key/, /start the app/],
  ['login-keys', FAILS, inJson(KEYS, { keys: [] }), /no public key/, /start the app/],
  ['login-keys', FAILS, inJson(KEYS, { keys: [KEY] }), /holds a secret key$/, /sign-in-key/],
  ['login-clock', FAILS, off(-60), /seconds behind/, /NTP.*30 seconds/],
  ['login-clock', WARNS, off(20), /seconds ahead/, /NTP/],
  ['login-request', FAILS, answering(REQUEST, 401), /consentry answered 401/, /Public\(\)\(SignInBridgeController\)/],
  ['login-request', FAILS, answering(REQUEST, 404), /answered 404/, /url of the bridge/],
  ['login-request', FAILS, answering(REQUEST, 503), /answered 503/, /jwks\.json, or give its bridge a backchannelUrl/],
  ['login-request', FAILS, answering(REQUEST, 500), /answered 500/, /log of the app/],
  ['login-unsigned', WARNS, answering(UNSIGNED, 200), /answered 200 to a request that is not a JWT/, /verify requests/],
  ['login-page', FAILS, answering(LOGIN, 404), /\/login answered 404/, /address of your login page/],
  ['login-page', FAILS, leading(LOGIN, '/login?again'), /still redirects the browser after 6 pages/, /not signed in/],
  [
    'login-form',
    WARNS,
    header(LOGIN, POLICY, "form-action 'none'"),
    /has form-action 'none'/,
    /form-action 'self' http/,
  ],
  [
    'login-form',
    WARNS,
    header(LOGIN, POLICY, "form-action 'self', form-action https://login.example.com"),
    /has form-action https:\/\/login/,
    /form-action 'self' http/,
  ],
  ['login-cookies', FAILS, cookie('sid=secret; SameSite=None'), /refuse: sid$/, /SameSite=Lax/],
  ['login-cookies', WARNS, cookie('sid=secret; SameSite=None; Secure'), /^sid is SameSite=None$/, /SameSite=Lax/],
];

const only = (findings: readonly CheckedFinding[], id: string) => findings.find((found) => found.id === id);
const run = (login: LoginFacts | null) => runChecks(LOGIN_CHECKS, { login } as InsideFacts);
const prober = new Prober(systemClock);

describe('consentry doctor, at the login of a team', () => {
  let proxy: ChangingProxy;
  let server: TestServer;
  let app: INestApplication;
  let url: string;

  beforeAll(async () => {
    const port = await freePort();
    proxy = await ChangingProxy.before(port);
    url = `http://127.0.0.1:${proxy.port}/consentry`;
    server = await TestServer.start({ env: { SIGN_IN_URL: url, SUBJECT: 'theirs' } });
    app = await startApp(server.url, url, port);
  });
  afterAll(async () => {
    await Promise.all([app.close(), server.stop()]);
    proxy.stop();
  });
  beforeEach(() => (proxy.change = () => undefined));

  const gather = (at = url, issuer = server.url) =>
    gatherLogin({ issuer, signIn: { url: at, issuer: at, profileUrl: null, confirm: 300 } }, prober);

  async function examine(change: Change): Promise<CheckedFinding[]> {
    proxy.change = change;
    return run(await gather());
  }

  it('finds nothing wrong with an app that has the bridge', async () => {
    const findings = run(await gather());
    const skipped = ['login-address', 'login-cookies'];
    expect(findings.map(({ id, status }) => [id, status])).toEqual(
      LOGIN_CHECKS.map(({ id }) => [id, skipped.includes(id) ? 'skipped' : 'ok']),
    );
    expect(only(await examine(cookie('sid=1; HttpOnly; SameSite=Strict')), 'login-cookies')?.status).toBe('ok');
  });

  it.each(FIXTURES)('%s: %s', async (id, status, change, cause, cure) => {
    const findings = await examine(change);
    const expected = {
      status,
      cause: expect.stringMatching(cause) as string,
      cure: expect.stringMatching(cure) as string,
    };
    expect(only(findings, id)).toMatchObject(expected);
    expect(JSON.stringify(findings)).not.toMatch(/secret;|"d"|eyJ|ticket/);
  });

  it('names the URL of a bridge that stands below a prefix, or beside one', async () => {
    for (const elsewhere of [url.replace('/consentry', '/v1/consentry'), `${url}/more`, new URL(url).origin]) {
      const findings = run(await gather(elsewhere));
      const cause = expect.stringContaining(`jwks.json answered 404, and ${url}/jwks.json has keys`) as string;
      expect(only(findings, 'login-keys')).toMatchObject({ status: FAILS, cause });
      expect(only(findings, 'login-keys')?.cure).toContain(`set SIGN_IN_URL to ${url},`);
      expect(only(findings, 'login-way')?.cause).toContain(`redirects to ${url}, not to ${elsewhere}`);
      expect(only(findings, 'login-request')).toMatchObject({ status: FAILS, cause: `${elsewhere} answered 404` });
    }
  });

  it('names the options of a bridge that takes this server for another', async () => {
    const port = await freePort();
    const other = await TestServer.start({ env: { SIGN_IN_URL: `http://127.0.0.1:${port}/consentry` } });
    const bridged = await startApp(other.url, `http://localhost:${port}/consentry`, port);
    const findings = run(await gather(`http://127.0.0.1:${port}/consentry`, other.url));
    expect(only(findings, 'login-request')).toMatchObject({
      ...{ status: FAILS, cause: `http://127.0.0.1:${port}/consentry answered 400` },
      cure: expect.stringContaining(`issuer is ${other.url}, url http://127.0.0.1:${port}/consentry,`) as string,
    });
    const unknown = ['login-unsigned', 'login-page', 'login-form'];
    expect(unknown.map((id) => only(findings, id)?.status)).toEqual(unknown.map(() => 'unknown'));
    await Promise.all([bridged.close(), other.stop()]);
  });

  it('names the decorator that opens a bridge behind a global guard', async () => {
    const port = await freePort();
    const at = `http://127.0.0.1:${port}/consentry`;
    const canActivate = () => {
      throw new UnauthorizedException();
    };
    const guarded = await startApp(server.url, at, port, [{ provide: APP_GUARD, useValue: { canActivate } }]);
    const findings = run(await gather(at));
    for (const id of ['login-keys', 'login-request']) {
      const cure = expect.stringContaining('Public()(SignInBridgeController)') as string;
      expect(only(findings, id)).toMatchObject({
        status: FAILS,
        cause: expect.stringContaining('401') as string,
        cure,
      });
    }
    await guarded.close();
  });

  it('warns of an app that answers before anybody has signed in', async () => {
    const found = only(await examine(leading(REQUEST, `${server.url}/sign-in/return?ticket=t`)), 'login-page');
    expect(found).toMatchObject({ status: WARNS, cause: 'the app answered at once, without its login page' });
  });

  it('takes an app that speaks the wire by hand', async () => {
    const login = await OwnLogin.start();
    const other = await TestServer.start({ env: { SIGN_IN_URL: login.url } });
    const wrong = run(await gather(login.url, other.url)).filter(({ status }) => !['ok', 'skipped'].includes(status));
    expect(wrong).toEqual([]);
    await Promise.all([login.stop(), other.stop()]);
  });

  it('login-address: browsers find it, at another host', async () => {
    const facts = await gather();
    const found = (issuer: string, at: string) => only(run({ ...facts!, issuer, url: at }), 'login-address');
    const issuer = 'https://auth.example.com';
    expect(found(issuer, url)).toMatchObject({
      status: FAILS,
      cause: expect.stringContaining('own machine') as string,
    });
    expect(found(issuer, 'https://auth.example.com:8443/consentry')).toMatchObject({ status: WARNS });
    expect(found(issuer, 'https://app.example.com/consentry')).toMatchObject({ status: 'ok' });
  });

  it('login-form, login-cookies: a login page at another origin, and one at https', async () => {
    const facts = await gather();
    const page = facts!.way.at(-1)!;
    const elsewhere = { ...facts!, way: [facts!.way[0]!, { ...page, url: 'https://login.example.com/' }] };
    expect(only(run(elsewhere), 'login-form')).toMatchObject({
      ...{
        status: WARNS,
        cause: expect.stringMatching(/^https:\/\/login\.example\.com\/ has form-action 'self':/) as string,
      },
      cure: expect.stringContaining(`form-action 'self' ${new URL(url).origin}`) as string,
    });
    const secure = { ...page, url: url.replace('http:', 'https:'), headers: { 'set-cookie': ['sid=secret'] } };
    const found = only(run({ ...facts!, way: [secure] }), 'login-cookies');
    expect(found).toMatchObject({ status: WARNS, cause: 'sid is not Secure' });
  });

  it('fails, and throws nothing, where the app is down or no login is set', async () => {
    const findings = run(await gather(`http://127.0.0.1:${await freePort()}/consentry`));
    expect(findings.map(({ id, status }) => [id, status])).toEqual(
      LOGIN_CHECKS.map(({ id }) => [id, DOWN[id] ?? 'unknown']),
    );
    expect(run(null).every(({ status }) => status === 'skipped')).toBe(true);
  });

  it('has a fixture for every check', () => {
    const tried = new Set([...FIXTURES.map(([id]) => id), 'login-address', 'login-way']);
    expect(LOGIN_CHECKS.map(({ id }) => id).filter((id) => !tried.has(id))).toEqual([]);
  });
});

const DOWN: Record<string, Status> = {
  'login-address': 'skipped',
  'login-keys': FAILS,
  'login-way': FAILS,
  'login-request': FAILS,
};

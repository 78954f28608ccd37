import { createHash } from 'node:crypto';

import { ConsoleLogger } from '@nestjs/common';
import { createRemoteJWKSet, decodeJwt, jwtVerify } from 'jose';

import { ADAPTERS, SignInApp, START, URL_OF_BRIDGE } from './support/sign-in-app.ts';
import { SignInServer } from './support/sign-in-server.ts';

const [[, express]] = ADAPTERS as [[string, (typeof ADAPTERS)[0][1]]];

let server: SignInServer;
let app: SignInApp;
beforeAll(async () => {
  server = await SignInServer.start();
  app = await SignInApp.start(server.issuer, express());
});
afterAll(() => Promise.all([app.stop(), server.stop()]));
beforeEach(() => {
  server.reset();
  app.reset();
  server.says = [{ status: 204 }];
});

describe('SignInBridge', () => {
  const ids = () => server.told.map(({ jwt }) => decodeJwt(jwt).jti);

  it.each<[string, () => Promise<void>, string, object]>([
    [
      'a sign-out of one session',
      () => app.bridge.signedOut('ada', 's1'),
      'http://schemas.openid.net/event/backchannel-logout',
      { sid: createHash('sha256').update('s1').digest('base64url') },
    ],
    ['a sign-out of all', () => app.bridge.signedOut('ada'), 'http://schemas.openid.net/event/backchannel-logout', {}],
    [
      'a leaver',
      () => app.bridge.ended('ada'),
      'https://schemas.openid.net/secevent/risc/event-type/account-disabled',
      {},
    ],
    [
      'somebody who is back',
      () => app.bridge.back('ada'),
      'https://schemas.openid.net/secevent/risc/event-type/account-enabled',
      {},
    ],
  ])('tells of %s', async (_name, tell, event, more) => {
    await tell();
    expect(server.told.map(({ path }) => path)).toEqual(['POST /oauth2/sign-in/events']);
    const jwks = createRemoteJWKSet(new URL((await app.fetch('/consentry/jwks.json')).url));
    const expected = { issuer: URL_OF_BRIDGE, audience: server.issuer, typ: 'secevent+jwt' };
    const { payload } = await jwtVerify(server.told[0]!.jwt, jwks, { ...expected, currentDate: new Date(START) });
    const frame = { iss: URL_OF_BRIDGE, aud: server.issuer, iat: START / 1_000, jti: expect.any(String) as string };
    expect(payload).toEqual({ ...frame, sub: 'ada', events: { [event]: {} }, ...more });
  });

  it('tells by the id as a text, and of each event by an id of its own', async () => {
    await app.bridge.signedOut(7);
    await app.bridge.ended(8n);
    expect(server.told.map(({ jwt }) => decodeJwt(jwt).sub)).toEqual(['7', '8']);
    expect(new Set(ids()).size).toBe(2);
  });

  it('tries again with the same id while the auth server has a failure', async () => {
    server.says = [{ status: 503 }, { status: 500, body: 'oops' }, { status: 429 }, { status: 204 }];
    await app.bridge.signedOut('ada');
    expect(app.pauses).toEqual([250, 1_000, 3_000]);
    expect(ids()).toHaveLength(4);
    expect(new Set(ids()).size).toBe(1);
  });

  it('signs each attempt anew: the auth server takes young events alone', async () => {
    server.says = [{ status: 503 }, { status: 204 }];
    const told = app.bridge.signedOut('ada');
    const later = START + 3_000;
    const push = app.pauses.push.bind(app.pauses);
    app.pauses.push = (...pauses) => ((app.now = later), push(...pauses));
    await told;
    app.pauses.push = push;
    expect(server.told.map(({ jwt }) => decodeJwt(jwt).iat)).toEqual([START / 1_000, later / 1_000]);
  });

  it('says so when it gives up', async () => {
    server.says = [{ status: 503, body: { error: 'temporarily_unavailable', error_description: 'no keys' } }];
    await expect(app.bridge.ended('ada')).rejects.toThrow(
      'SignInBridge.ended: the auth server could not be notified: after 4 attempts, the last of which failed: it answered with 503: no keys',
    );
    expect(server.told).toHaveLength(4);
  });

  it('says at once what the auth server refuses', async () => {
    server.says = [{ status: 400, body: { error: 'invalid_request', error_description: 'it has no iat' } }];
    await expect(app.bridge.back('ada')).rejects.toThrow(
      'SignInBridge.back: the auth server could not be notified: it answered with 400: it has no iat',
    );
    expect(server.told).toHaveLength(1);
  });

  it('refuses an id that is none', () => {
    expect(() => app.bridge.ended('')).toThrow(/id of the person must be a non-empty string/);
  });
});

describe('without the auth server', () => {
  class Log extends ConsoleLogger {
    readonly lines: string[] = [];
    override error(message: unknown) {
      this.lines.push(String(message));
    }
    override warn() {}
    override log() {}
  }

  const nowhere = 'http://127.0.0.1:9';

  it('nothing is verified, and the page leads nowhere by itself', async () => {
    const logger = new Log();
    const alone = await SignInApp.start(server.issuer, express(), { options: { backchannelUrl: nowhere }, logger });
    const seen = await alone.open(`/consentry?request=${await server.request(START)}`, alone.signIn());
    expect([seen.status, seen.to, seen.headers.get('retry-after')]).toEqual([503, undefined, '5']);
    expect(logger.lines[0]).toMatch(/Cannot read the keys of the auth server from http:\/\/127\.0\.0\.1:9\//);
    await expect(alone.bridge.ended('ada')).rejects.toThrow(/could not be notified: after 4 attempts/);
    await alone.stop();
  });

  it('a fault of the app is in its log, with what to do', async () => {
    const logger = new Log();
    const broken = await SignInApp.start(server.issuer, express(), { logger });
    const cookie = broken.signIn('ada', { signedInAt: undefined as unknown as number });
    await broken.open(`/consentry?request=${await server.request(START)}`, cookie);
    expect(logger.lines).toEqual([
      'A sign-in could not be answered: user() returned a person without signedInAt: store Date.now() in the session when the user signs in',
    ]);
    await broken.stop();
  });

  it.each([[''], ['javascript:alert(1)'], [undefined]])('refuses a login page %j', async (address) => {
    const logger = new Log();
    const options = { login: () => address as string };
    const broken = await SignInApp.start(server.issuer, express(), { options, logger });
    const seen = await broken.arrive(await server.request(START));
    expect([seen.status, seen.to]).toEqual([500, undefined]);
    expect(logger.lines[0]).toMatch(/login\(\) must return the address of your login page/);
    await broken.stop();
  });

  it('speaks as SIGN_IN_ISSUER where that is another', async () => {
    const options = { signInIssuer: 'https://app.example.com/' };
    const named = await SignInApp.start(server.issuer, express(), { options });
    server.says = [server.landing];
    const request = await server.request(START, { aud: options.signInIssuer });
    await named.open(`/consentry?request=${request}`, named.signIn());
    expect(decodeJwt(server.told[0]!.jwt).iss).toBe(options.signInIssuer);
    expect((await named.open(`/consentry?request=${await server.request(START)}`)).status).toBe(400);
    await named.stop();
  });
});

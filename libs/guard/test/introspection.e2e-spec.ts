import type { INestApplication, LoggerService } from '@nestjs/common';
import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import request from 'supertest';

import type { Clock, IssuerOptions, VerifiedAccessToken } from '../src/index.ts';
import {
  AUDIENCE,
  ISSUER,
  issuerKey,
  type IssuerKey,
  type JwksServer,
  mint,
  startJwksServer,
} from './support/issuer.ts';
import { startHost, TestClock } from './support/notes-host.ts';
import { proofKey, prove } from './support/proofs.ts';

const SECRET = 'a secret: with "signs" & ä';

const clock = new TestClock();
let app: INestApplication;
let endpoint: Server;
let key: IssuerKey;
let jwks: JwksServer;
let answers: Record<string, object>;
let asked: { token: string; authorization: string; type: string }[];
/** Replaces the endpoint's answer. */
let answer: RequestListener | undefined;
const lines: string[] = [];

const seconds = () => Math.floor(clock.now() / 1_000);
const active = (more: object = {}) => ({
  active: true,
  iss: ISSUER,
  sub: 'ada',
  aud: AUDIENCE,
  client_id: 'notebook',
  scope: 'notes:read',
  token_type: 'Bearer',
  iat: seconds(),
  exp: seconds() + 600,
  ...more,
});

async function bodyOf(call: IncomingMessage): Promise<URLSearchParams> {
  let text = '';
  for await (const chunk of call) text += String(chunk);
  return new URLSearchParams(text);
}

beforeAll(async () => {
  endpoint = createServer((call, response) => {
    void bodyOf(call).then((body) => {
      const token = body.get('token') ?? '';
      asked.push({ token, authorization: call.headers.authorization ?? '', type: call.headers['content-type'] ?? '' });
      if (answer) return answer(call, response);
      response.setHeader('content-type', 'application/json').end(JSON.stringify(answers[token] ?? { active: false }));
    });
  });
  await new Promise<void>((resolve) => endpoint.listen(0, '127.0.0.1', resolve));
  key = await issuerKey('ES256', 'k');
  jwks = await startJwksServer([key.jwk]);
});
afterAll(async () => {
  endpoint.closeAllConnections();
  endpoint.close();
  await jwks.down();
});
beforeEach(async () => {
  [answers, asked, answer] = [{}, [], undefined];
  app = await host();
});
afterEach(() => app.close());

function host(more: Partial<IssuerOptions['introspection']> = {}, time: Clock = clock): Promise<INestApplication> {
  const uri = `http://127.0.0.1:${(endpoint.address() as AddressInfo).port}/introspect`;
  const introspection = { uri, clientId: 'notes service', clientSecret: SECRET, ...more };
  const write = (line: unknown) => void lines.push(String(line));
  const logger: LoggerService = { log: write, error: write, warn: write, debug: write, verbose: write };
  lines.length = 0;
  return startHost(
    {
      issuers: [{ issuer: ISSUER, jwksUri: jwks.uri, introspection, revocations: false }],
      audience: AUDIENCE,
      clock: time,
    },
    logger,
  );
}

async function call(token: string, headers: Record<string, string> = {}) {
  const answered = await request(app.getHttpServer() as string)
    .get('/notes')
    .set({ authorization: `Bearer ${token}`, ...headers });
  const body = answered.body as { token?: VerifiedAccessToken; error?: string };
  return {
    status: answered.status,
    token: body.token,
    error: body.error,
    headers: answered.headers as Record<string, string>,
  };
}
const statusOf = async (token: string) => (await call(token)).status;

describe('an opaque token (RFC 7662)', () => {
  it('is asked about as a client of the issuer, and becomes a verified token', async () => {
    answers['opaque-1'] = active({ jti: 'j1', team: 'blue' });
    const { status, token } = await call('opaque-1');
    expect(status).toBe(200);
    expect(token).toMatchObject({
      issuer: ISSUER,
      subject: 'ada',
      audience: [AUDIENCE],
      clientId: 'notebook',
      scopes: ['notes:read'],
      tokenId: 'j1',
      expiresAt: (seconds() + 600) * 1_000,
    });
    expect(token?.claims).toMatchObject({ team: 'blue' });
    const [{ authorization, type, token: sent }] = asked as [(typeof asked)[0]];
    expect([sent, type]).toEqual(['opaque-1', expect.stringMatching(/^application\/x-www-form-urlencoded/)]);
    const [id, secret] = Buffer.from(authorization.slice('Basic '.length), 'base64').toString().split(':');
    const decoded = new URLSearchParams(`id=${id}&secret=${secret}`);
    expect([decoded.get('id'), decoded.get('secret')]).toEqual(['notes service', SECRET]);
  });

  it('needs no iss in the answer, and no jti', async () => {
    answers['opaque-1'] = active({ iss: undefined });
    expect((await call('opaque-1')).token).toMatchObject({ issuer: ISSUER });
  });

  it.each<[string, object]>([
    ['inactive', { active: false }],
    ['a refresh token', active({ token_type: 'refresh_token' })],
    ['without token_type', active({ token_type: undefined })],
    ["Keycloak's ID token", active({ typ: 'ID' })],
    ['for another service', active({ aud: 'https://other.example.com' })],
    ['without aud', active({ aud: undefined })],
    ['of another issuer', active({ iss: 'https://other.example.com' })],
    ['without sub', active({ sub: undefined })],
    ['without client_id', active({ client_id: undefined })],
    ['without exp', active({ exp: undefined })],
    ['expired', active({ exp: 1 })],
    ['not valid yet', active({ nbf: 4_000_000_000 })],
  ])('is refused when it is %s', async (_, said) => {
    answers['opaque-1'] = said;
    expect(await call('opaque-1')).toMatchObject({ status: 401, error: 'invalid_token' });
    expect(await call('opaque-1')).toMatchObject({ status: 401, error: 'invalid_token' });
    expect(asked.length).toBe(1);
  });

  it('needs the scopes of the route', async () => {
    answers['opaque-1'] = active({ scope: 'other' });
    expect(await call('opaque-1')).toMatchObject({ status: 403, error: 'insufficient_scope' });
  });

  it('that is bound to a key needs a proof (RFC 9449 §6.2)', async () => {
    const mine = await proofKey();
    answers['opaque-1'] = active({ token_type: 'DPoP', cnf: { jkt: mine.jkt } });
    expect(await call('opaque-1')).toMatchObject({ status: 401, error: 'invalid_token' });
    const dpop = await prove(mine, { htu: `${AUDIENCE}/notes`, token: 'opaque-1', at: clock.now() });
    expect((await call('', { authorization: 'DPoP opaque-1', dpop })).status).toBe(200);
  });
});

describe('answers', () => {
  it('are kept for 30 seconds, and concurrent calls share one', async () => {
    answers['opaque-1'] = active();
    expect(new Set(await Promise.all(Array.from({ length: 10 }, () => statusOf('opaque-1'))))).toEqual(new Set([200]));
    expect(asked.length).toBe(1);
    delete answers['opaque-1'];
    clock.at += 29_000;
    expect(await statusOf('opaque-1')).toBe(200);
    clock.at += 1_000;
    expect(await statusOf('opaque-1')).toBe(401);
    expect(asked.length).toBe(2);
  });

  it('never count beyond exp', async () => {
    answers['opaque-1'] = active({ exp: seconds() + 5 });
    expect(await statusOf('opaque-1')).toBe(200);
    clock.at += 5_000;
    expect(await statusOf('opaque-1')).toBe(401);
  });

  it('that a token is inactive are kept for 10 seconds', async () => {
    expect(await statusOf('opaque-1')).toBe(401);
    answers['opaque-1'] = active();
    clock.at += 9_000;
    expect(await statusOf('opaque-1')).toBe(401);
    clock.at += 1_000;
    expect(await statusOf('opaque-1')).toBe(200);
    expect(asked.length).toBe(2);
  });

  it('are not kept where maxAge is 0', async () => {
    await app.close();
    app = await host({ maxAge: 0 });
    answers['opaque-1'] = active();
    expect(await statusOf('opaque-1')).toBe(200);
    delete answers['opaque-1'];
    expect(await statusOf('opaque-1')).toBe(401);
  });

  it.each<[string, RequestListener]>([
    ['500', (_, response) => response.writeHead(500).end()],
    ['503', (_, response) => response.writeHead(503, { 'retry-after': '60' }).end()],
    ['401', (_, response) => response.writeHead(401).end()],
    ['400 for the guard itself', (_, response) => response.writeHead(400).end('{"error":"invalid_client"}')],
    ['a closed connection', (_, response) => response.destroy()],
  ])('that are %s are 503, and the issuer is asked once a second', async (_, failing) => {
    answer = failing;
    await expectUnavailable('opaque-1', '1');
    expect(await statusOf('opaque-2')).toBe(503);
    expect(asked.length).toBe(1);
    answer = undefined;
    answers['opaque-2'] = active();
    clock.at += 1_000;
    expect(await statusOf('opaque-2')).toBe(200);
    expectSaid();
  });

  it.each<[string, RequestListener, number]>([
    ['429 with Retry-After', (_, response) => response.writeHead(429, { 'retry-after': '7' }).end(), 7],
    ['429', (_, response) => response.writeHead(429).end(), 1],
    ['404', (_, response) => response.writeHead(404).end(), 1],
    ['a redirect', (_, response) => response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end(), 1],
    ['no JSON', (_, response) => response.end('<html>'), 1],
    ['no active', (_, response) => response.end('{}'), 1],
    ['an active that is no boolean', (_, response) => response.end('{"active":"true"}'), 1],
    ['active twice', (_, response) => response.end('{"active":false,"active":true}'), 1],
    ['64 KiB and more', (_, response) => response.end(JSON.stringify(active({ more: 'x'.repeat(65_536) }))), 1],
  ])('that are %s are 503 for that token alone', async (_, failing, seconds) => {
    answer = failing;
    await expectUnavailable('opaque-1', String(seconds));
    answer = undefined;
    answers['opaque-1'] = answers['opaque-2'] = active();
    expect(await statusOf('opaque-2')).toBe(200);
    clock.at += seconds * 1_000 - 1;
    await expectUnavailable('opaque-1', '1');
    clock.at += 1;
    expect(await statusOf('opaque-1')).toBe(200);
    expect(asked.length).toBe(3);
    expectSaid();
  });

  it.each([400, 413])('that are %i make that token inactive, as nobody could use it', async (status) => {
    answer = (_, response) => response.writeHead(status).end('{"error":"invalid_request"}');
    expect(await call('opaque-1')).toMatchObject({ status: 401, error: 'invalid_token' });
    expect(await statusOf('opaque-1')).toBe(401);
    expect(asked.length).toBe(1);
    answer = undefined;
    answers['opaque-2'] = active();
    expect(await statusOf('opaque-2')).toBe(200);
    expect(lines.filter((line) => line.includes('/introspect'))).toEqual([]);
  });

  it('do not count for longer where the wall clock was set back', async () => {
    await app.close();
    let passed = 0;
    app = await host({}, { now: clock.now, elapsed: () => passed });
    answers['opaque-1'] = active();
    expect(await statusOf('opaque-1')).toBe(200);
    delete answers['opaque-1'];
    passed += 30_000;
    expect(await statusOf('opaque-1')).toBe(401);
  });

  it('do not count for longer after a machine was suspended, whose monotonic clock stands still', async () => {
    await app.close();
    app = await host({}, { now: clock.now, elapsed: () => 0 });
    answers['opaque-1'] = active();
    expect(await statusOf('opaque-1')).toBe(200);
    delete answers['opaque-1'];
    clock.at += 30_000;
    expect(await statusOf('opaque-1')).toBe(401);
  });
});

async function expectUnavailable(token: string, retryAfter: string): Promise<void> {
  const { status, error, headers } = await call(token);
  expect([status, error, headers['retry-after']]).toEqual([503, 'temporarily_unavailable', retryAfter]);
}

/** One line, without a secret. */
function expectSaid(): void {
  expect(lines.filter((line) => line.includes('/introspect'))).toHaveLength(1);
  for (const line of lines) expect(line).not.toMatch(/opaque-|secret/);
}

describe('beside opaque tokens', () => {
  it('JWTs are verified locally, and never asked about', async () => {
    expect(await statusOf(await mint(key, clock.now()))).toBe(200);
    const idToken = await mint(key, clock.now(), { header: { typ: 'JWT' } });
    answers[idToken] = active();
    expect(await statusOf(idToken)).toBe(401);
    answers['a.b.c'] = active();
    expect(await statusOf('a.b.c')).toBe(401);
    expect(asked.length).toBe(0);
  });
});

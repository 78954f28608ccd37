import type { INestApplication } from '@nestjs/common';
import request from 'supertest';

import {
  AUDIENCE,
  ISSUER,
  type IssuerKey,
  issuerKey,
  type JwksServer,
  mint,
  startJwksServer,
} from './support/issuer.ts';
import { startHost, TestClock } from './support/notes-host.ts';

let clock: TestClock;
let first: IssuerKey;
let second: IssuerKey;
let jwks: JwksServer;
let app: INestApplication;

beforeAll(async () => {
  [first, second] = await Promise.all([issuerKey('ES256', 'first'), issuerKey('EdDSA', 'second')]);
});
beforeEach(async () => {
  clock = new TestClock();
  jwks = await startJwksServer([first.jwk]);
  app = await startHost({ issuer: ISSUER, audience: AUDIENCE, jwksUri: jwks.uri, revocations: false, clock });
});
afterEach(async () => {
  await app.close();
  await jwks.down();
});

async function call(key: IssuerKey, header: Record<string, unknown> = {}) {
  const token = await mint(key, clock.now(), { header });
  return request(app.getHttpServer() as string)
    .get('/notes')
    .set('authorization', `Bearer ${token}`);
}
const status = async (key: IssuerKey, header?: Record<string, unknown>) => (await call(key, header)).status;
const settled = () => new Promise((resolve) => setImmediate(resolve));

describe("the issuer's keys", () => {
  it('are not fetched before a call needs them, then once', async () => {
    await request(app.getHttpServer() as string)
      .get('/notes')
      .expect(401);
    await request(app.getHttpServer() as string)
      .get('/notes')
      .set('authorization', 'Bearer abc')
      .expect(401);
    expect(jwks.fetches).toBe(0);
    const statuses = await Promise.all(Array.from({ length: 20 }, () => status(first)));
    expect(new Set(statuses)).toEqual(new Set([200]));
    expect(jwks.fetches).toBe(1);
  });

  it('a new key is found by its kid at once', async () => {
    expect(await status(first)).toBe(200);
    jwks.keys = [first.jwk, second.jwk];
    expect(await status(second)).toBe(200);
    expect(await status(first)).toBe(200);
    expect(jwks.fetches).toBe(2);
  });

  it('a thousand invented kids cost the issuer one fetch in 30 s', async () => {
    expect(await status(first)).toBe(200);
    for (let round = 0; round < 10; round++) {
      const burst = Array.from({ length: 100 }, (_, i) => status(second, { kid: `invented-${round}-${i}` }));
      expect(new Set(await Promise.all(burst))).toEqual(new Set([401]));
    }
    expect(jwks.fetches).toBe(2);
    clock.at += 29_999;
    expect(await status(second)).toBe(401);
    expect(jwks.fetches).toBe(2);
    clock.at += 1;
    expect(await status(second)).toBe(401);
    expect(jwks.fetches).toBe(3);
  });

  it('out of reach at the start: 503 with Retry-After, and 200 when the issuer is up', async () => {
    await jwks.down();
    const answer = await call(first);
    expect(answer.status).toBe(503);
    expect(answer.headers).toMatchObject({ 'retry-after': '1', 'cache-control': 'no-store' });
    expect(answer.headers['www-authenticate']).toBeUndefined();
    expect(answer.body).toEqual({
      error: 'temporarily_unavailable',
      error_description: 'Access tokens cannot be checked right now',
    });
    await request(app.getHttpServer() as string)
      .get('/notes')
      .expect(401);
    await request(app.getHttpServer() as string)
      .get('/open')
      .expect(200);
    await jwks.up();
    clock.at += 1_000;
    expect(await status(first)).toBe(200);
  });

  it('one line says so, and no line holds a token', async () => {
    const lines: string[] = [];
    const line = (level: string) => (message: unknown) => void lines.push(`${level} ${String(message)}`);
    const logger = { log: line('log'), warn: line('warn'), error: line('error'), debug: line('debug') };
    const host = await startHost(
      { issuer: ISSUER, audience: AUDIENCE, jwksUri: jwks.uri, revocations: false, clock },
      logger,
    );
    const token = await mint(first, clock.now());
    const notes = (sent = token) =>
      request(host.getHttpServer() as string)
        .get('/notes')
        .set('authorization', `Bearer ${sent}`);
    await jwks.down();
    await notes().expect(503);
    await notes().expect(503);
    await jwks.up();
    clock.at += 1_000;
    await notes().expect(200);
    const [head, , signature] = token.split('.');
    await notes(`${head}.${Buffer.from('in\njected').toString('base64url')}.${signature}`).expect(401);
    await jwks.down();
    clock.at += 3_600_000;
    await notes().expect(401);
    await host.close();
    expect(lines.filter((text) => /^(error|warn)/.test(text))).toEqual([
      expect.stringMatching(`^error Cannot read the issuer's keys from ${jwks.uri}: .*ECONNREFUSED.*503 until`),
      expect.stringMatching(`^warn Cannot read the issuer's keys from ${jwks.uri}: .*stay in use`),
    ]);
    expect(lines.filter((text) => text.includes('debug invalid_token: The access token expired'))).toHaveLength(1);
    for (const part of [...token.split('.'), 'jected']) expect(lines.join()).not.toContain(part);
  });

  it.each([
    ['an error page', 500, '<html>'],
    ['no JSON', 200, '<html>'],
    ['no key set', 200, '[]'],
    ['a redirect', 302, ''],
  ])('answered with %s: 503', async (_, code, body) => {
    jwks.answer = (_request, response) => response.writeHead(code, { location: jwks.uri }).end(body);
    expect(await status(first)).toBe(503);
    expect(jwks.fetches).toBe(1);
  });

  it('out of reach later: those at hand stay in use, for days', async () => {
    expect(await status(first)).toBe(200);
    await jwks.down();
    for (const hours of [1, 24, 48]) {
      clock.at += hours * 3_600_000;
      expect(await status(first)).toBe(200);
      expect(await status(second)).toBe(401);
    }
    jwks.keys = [second.jwk];
    await jwks.up();
    clock.at += 30_000;
    expect(await status(second)).toBe(200);
    await settled();
    expect(await status(first)).toBe(401);
  });

  it('a withdrawn key is refused after a quiet time, on the first call', async () => {
    expect(await status(first)).toBe(200);
    jwks.keys = [second.jwk];
    clock.at += 20 * 60_000;
    expect(await status(first)).toBe(401);
    expect(await status(second)).toBe(200);
  });
});

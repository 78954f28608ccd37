import { Controller, Get, type INestApplication, type LoggerService } from '@nestjs/common';
import { APP_GUARD } from '@nestjs/core';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import { Test } from '@nestjs/testing';
import type { Meter } from '@opentelemetry/api';
import {
  AggregationTemporality,
  type DataPoint,
  type Histogram,
  InMemoryMetricExporter,
  MeterProvider,
  PeriodicExportingMetricReader,
} from '@opentelemetry/sdk-metrics';

import {
  Audience,
  GuardModule,
  type GuardOptions,
  JwtBearerGuard,
  Public,
  type RefusedCall,
  RequireScopes,
} from '../src/index.ts';
import { TestIssuer } from '../src/testing/index.ts';

@Controller('notes')
class NotesController {
  @Get() @RequireScopes('notes:read') list() {
    return {};
  }
  @Get('elsewhere') @Audience('https://elsewhere.example.com') elsewhere() {
    return {};
  }
  @Get('open') @Public() open() {
    return {};
  }
}

const errors: unknown[][] = [];
const debugged: unknown[] = [];
const quiet = () => undefined;
const logger: LoggerService = {
  ...{ log: quiet, warn: quiet },
  error: (...line: unknown[]) => void errors.push(line),
  debug: (line: unknown) => void debugged.push(line),
};

let issuer: TestIssuer;
let app: INestApplication;

const start = (more: Partial<GuardOptions>, adapter: 'express' | 'fastify' = 'express') =>
  startWith({ ...issuer.options, ...more }, adapter);
const startWith = async (options: GuardOptions, adapter: 'express' | 'fastify' = 'express') => {
  const module = await Test.createTestingModule({
    imports: [GuardModule.forRoot(options)],
    controllers: [NotesController],
    providers: [{ provide: APP_GUARD, useClass: JwtBearerGuard }],
  }).compile();
  app =
    adapter === 'fastify'
      ? module.createNestApplication(new FastifyAdapter(), { logger })
      : module.createNestApplication({ logger });
  await app.listen(0, '127.0.0.1');
};
const call = async (token?: string, headers: Record<string, string> = {}, path = '/notes') => {
  const authorization = token === undefined ? {} : { authorization: `Bearer ${token}` };
  return (await fetch((await app.getUrl()) + path, { headers: { ...authorization, ...headers } })).status;
};

beforeEach(async () => (issuer = await TestIssuer.start()));
afterEach(async () => {
  await app.close();
  await issuer.stop();
});

describe('onRefused', () => {
  const refused: RefusedCall[] = [];
  beforeEach(() => (refused.length = 0));
  const listening = (adapter?: 'fastify') => start({ onRefused: (one) => refused.push(one) }, adapter);
  const where = { route: 'NotesController.list', transport: 'http' };

  it('is told why, and whose a token was that was verified', async () => {
    await listening();
    const [narrow, old, dying] = [
      issuer.token({ sub: 'ada', client_id: 'app', jti: 'j1', scope: '' }),
      issuer.token({ sub: 'ada', client_id: 'app', jti: 'j2', exp: '-1s' }),
      issuer.token({ sub: 'ada', client_id: 'app', jti: 'j3', exp: '1m', scope: 'notes:read' }),
    ];
    const forged = `${narrow.slice(0, -8)}AAAAAAAA`;
    expect(await call(dying)).toBe(200);
    issuer.clock.advance('2m');
    for (const token of [undefined, narrow, old, dying, forged]) await call(token);
    const ada = { issuer: issuer.issuer, subject: 'ada', clientId: 'app' };
    expect(refused).toEqual([
      { ...where, code: 'missing_token', reason: 'Unauthorized: send Authorization: Bearer <access token>' },
      {
        ...where,
        code: 'insufficient_scope',
        reason: 'The access token lacks a scope that this call needs',
        token: { ...ada, tokenId: 'j1' },
      },
      { ...where, code: 'invalid_token', reason: 'The access token expired', token: { ...ada, tokenId: 'j2' } },
      { ...where, code: 'invalid_token', reason: 'The access token expired', token: { ...ada, tokenId: 'j3' } },
      { ...where, code: 'invalid_token', reason: 'invalid signature' },
    ]);
  });

  it('has an id that the caller sent, if it is fit for a log', async () => {
    await listening();
    await call(undefined, { 'x-request-id': '0af7651916cd43dd' });
    await call(undefined, { 'x-request-id': 'a b' });
    await call(undefined, { 'x-request-id': 'a'.repeat(129) });
    expect(refused.map(({ requestId }) => requestId)).toEqual(['0af7651916cd43dd', undefined, undefined]);
  });

  it("has Fastify's id of the request", async () => {
    await listening('fastify');
    await call();
    expect(refused).toEqual([expect.objectContaining({ ...where, requestId: 'req-1' })]);
  });

  it.each<[string, () => unknown]>([
    [
      'throws',
      () => {
        throw new Error('full disk');
      },
    ],
    ['rejects', () => Promise.reject(new Error('full disk'))],
  ])('that %s changes no answer, and is logged', async (_, onRefused) => {
    await start({ onRefused });
    errors.length = 0;
    expect(await call()).toBe(401);
    expect(errors).toEqual([['onRefused failed', expect.objectContaining({ message: 'full disk' }), 'JwtBearerGuard']]);
  });
});

describe('a token of another issuer or for another service', () => {
  const OTHER = 'https://other.example.com';
  const refused: RefusedCall[] = [];
  const onRefused = (one: RefusedCall) => refused.push(one);
  beforeEach(() => [debugged, refused].forEach((list) => (list.length = 0)));

  /** The line of the log; neither the answer nor `onRefused` has a text of the token. */
  const lineFor = async (claims: Record<string, unknown>) => {
    const url = `${await app.getUrl()}/notes`;
    const answer = await fetch(url, { headers: { authorization: `Bearer ${issuer.token(claims)}` } });
    expect(answer.status).toBe(401);
    expect(await answer.json()).toEqual({ error: 'invalid_token', error_description: 'The access token is not valid' });
    expect(JSON.stringify([...answer.headers, refused])).not.toMatch(/other|aaaa/);
    return debugged.at(-1);
  };

  it('the debug log says what was expected and what came', async () => {
    await start({ onRefused });
    const { audience } = issuer.options;
    expect(await lineFor({ aud: OTHER })).toBe(
      `invalid_token: aud does not name this service (expected "${String(audience)}", got "${OTHER}")`,
    );
    expect(await lineFor({ aud: [OTHER, 'notes'] })).toMatch(/\(expected "[^ ]*", got "https:\/\/other.*", "notes"\)$/);
    expect(await lineFor({ iss: `${issuer.issuer}/` })).toBe(
      `invalid_token: iss is not the issuer (expected "${issuer.issuer}", got "${issuer.issuer}/")`,
    );
    expect(await lineFor({ iss: undefined })).toMatch(/\(expected "[^ ]*", got no text\)$/);
    const good = issuer.token({ scope: 'notes:read' });
    expect([await call(good), await call(good, {}, '/notes/elsewhere')]).toEqual([200, 401]);
    expect(debugged.at(-1)).toMatch(/\(expected "https:\/\/elsewhere\.example\.com", got "[^ ]*"\)$/);
  });

  it('in one short line of plain characters, whatever was sent unsigned', async () => {
    const issuers = [issuer.issuer, OTHER].map((one) => ({ issuer: one, revocations: false }));
    const { audience, clock } = issuer.options;
    await startWith({ issuers, audience, clock, onRefused });
    const expected = `invalid_token: iss is not a trusted issuer (expected "${issuer.issuer}" or "${OTHER}", got`;
    expect(await lineFor({ iss: 'a\n\u001b[2J\u009b\u2028' })).toBe(`${expected} "a\\n\\u001b[2J\\u009b\\u2028")`);
    expect(await lineFor({ iss: 'a'.repeat(9_000) })).toBe(`${expected} "${'a'.repeat(199)}…)`);
    const deep = JSON.parse(`${'['.repeat(1_000)}${']'.repeat(1_000)}`) as unknown;
    expect(await lineFor({ iss: deep })).toBe(`${expected} no text)`);
  });
});

describe('metrics', () => {
  const exporter = new InMemoryMetricExporter(AggregationTemporality.DELTA);
  const reader = new PeriodicExportingMetricReader({ exporter, exportIntervalMillis: 3_600_000 });
  const provider = new MeterProvider({ readers: [reader] });
  const meter: Meter = provider.getMeter('notes');
  afterAll(() => provider.shutdown());

  const collect = async () => {
    exporter.reset();
    await provider.forceFlush();
    const metrics = exporter.getMetrics().flatMap(({ scopeMetrics }) => scopeMetrics.flatMap((scope) => scope.metrics));
    return new Map(metrics.map(({ descriptor, dataPoints }) => [descriptor.name, dataPoints]));
  };
  const counts = (points: DataPoint<unknown>[] | undefined) =>
    Object.fromEntries((points ?? []).map(({ attributes, value }) => [Object.values(attributes).join(' '), value]));

  it('count calls and look-ups, and time what was not in the cache', async () => {
    await start({ meter });
    const good = issuer.token({ scope: 'notes:read' });
    for (const token of [good, good, good, issuer.token(), 'bad', undefined]) await call(token);
    await call(undefined, {}, '/notes/open');
    const metrics = await collect();
    expect(counts(metrics.get('consentry.guard.calls'))).toEqual({
      accepted: 3,
      'refused insufficient_scope': 1,
      'refused invalid_token': 1,
      'refused missing_token': 1,
    });
    expect(counts(metrics.get('consentry.guard.cache'))).toEqual({ hit: 2, miss: 3 });
    const [timed] = metrics.get('consentry.guard.verification') as DataPoint<Histogram>[];
    expect(timed!.value.count).toBe(3);
    expect(timed!.value.sum).toBeGreaterThan(0);
    expect(timed!.value.sum).toBeLessThan(5);
    expect(counts(metrics.get('consentry.guard.revocations.stale'))).toEqual({ [issuer.issuer]: 0 });
  });

  it('end with the application', async () => {
    await start({ meter });
    expect((await collect()).get('consentry.guard.revocations.stale')).toHaveLength(1);
    await app.close();
    expect((await collect()).get('consentry.guard.revocations.stale') ?? []).toEqual([]);
  });
});

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
  @Get('open') @Public() open() {
    return {};
  }
}

const errors: unknown[][] = [];
const quiet = () => undefined;
const logger: LoggerService = { log: quiet, warn: quiet, error: (...line: unknown[]) => void errors.push(line) };

let issuer: TestIssuer;
let app: INestApplication;

const start = async (more: Partial<GuardOptions>, adapter: 'express' | 'fastify' = 'express') => {
  const module = await Test.createTestingModule({
    imports: [GuardModule.forRoot({ ...issuer.options, ...more })],
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

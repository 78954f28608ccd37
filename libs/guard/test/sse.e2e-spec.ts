import { Controller, type INestApplication, Sse } from '@nestjs/common';
import { APP_GUARD } from '@nestjs/core';
import { ExpressAdapter } from '@nestjs/platform-express';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import { Test } from '@nestjs/testing';
import { interval, map, Observable } from 'rxjs';

import { GuardModule, JwtBearerGuard, Public } from '../src/index.ts';
import { TestIssuer } from '../src/testing/index.ts';
import { until } from './support/feed-time.ts';

let subscribed = 0;
const ticks = new Observable<number>((listener) => {
  subscribed++;
  listener.add(() => subscribed--);
  return interval(10).subscribe(listener);
}).pipe(map((tick) => ({ data: `${tick}` })));

@Controller()
class EventsController {
  @Sse('events')
  events() {
    return ticks;
  }

  @Public()
  @Sse('open')
  open() {
    return ticks;
  }
}

describe.each([
  ['Express', () => new ExpressAdapter()],
  ['Fastify', () => new FastifyAdapter()],
])('an @Sse() response on %s', (_, adapter) => {
  let issuer: TestIssuer;
  let app: INestApplication;
  const aborts: AbortController[] = [];

  beforeEach(async () => {
    issuer = await TestIssuer.start();
    const module = await Test.createTestingModule({
      imports: [GuardModule.forRoot(issuer.options)],
      controllers: [EventsController],
      providers: [{ provide: APP_GUARD, useClass: JwtBearerGuard }],
    }).compile();
    app = module.createNestApplication(adapter(), { logger: false });
    await app.listen(0, '127.0.0.1');
  });
  afterEach(async () => {
    for (const abort of aborts.splice(0)) abort.abort();
    await app.close();
    await issuer.stop();
  });

  /** Reads a stream until it ends. */
  async function open(path: string, token?: string) {
    const abort = new AbortController();
    aborts.push(abort);
    const headers: Record<string, string> = token === undefined ? {} : { authorization: `Bearer ${token}` };
    const response = await fetch(`${await app.getUrl()}/${path}`, { headers, signal: abort.signal });
    const stream = { status: response.status, bytes: 0, isEnded: false };
    const read = async () => {
      for await (const chunk of response.body as AsyncIterable<Uint8Array>) stream.bytes += chunk.byteLength;
    };
    void read()
      .catch(() => undefined)
      .finally(() => (stream.isEnded = true));
    await until(() => stream.bytes > 1 || stream.isEnded);
    return stream;
  }

  it('ends when its token is taken back, within a second, and what the handler subscribed to ends too', async () => {
    const token = issuer.token({ sub: 'ada' });
    const [mine, others] = [await open('events', token), await open('events', issuer.token({ sub: 'bob' }))];
    expect([mine.status, subscribed]).toEqual([200, 2]);
    await issuer.revoke(token);
    const takenBack = performance.now();
    await until(() => mine.isEnded && subscribed === 1);
    expect(performance.now() - takenBack).toBeLessThan(1_000);
    expect(others.isEnded).toBe(false);
    expect((await open('events', token)).status).toBe(401);
  });

  it('ends when its token expires; a public one goes on', async () => {
    const [mine, free] = [await open('events', issuer.token({ exp: '5m' })), await open('open')];
    issuer.clock.advance('5m');
    await until(() => mine.isEnded);
    expect(free.isEnded).toBe(false);
  });
});

import { Controller, Get, type INestApplication } from '@nestjs/common';
import { HealthCheck, HealthCheckService, TerminusModule } from '@nestjs/terminus';
import { Test } from '@nestjs/testing';

import { type GuardHealth, GuardHealthIndicator, GuardModule, Public } from '../src/index.ts';
import { TestIssuer } from '../src/testing/index.ts';

@Controller('health')
class HealthController {
  constructor(
    private readonly health: HealthCheckService,
    private readonly guard: GuardHealthIndicator,
  ) {}

  @Public()
  @Get()
  @HealthCheck()
  check() {
    return this.health.check([() => this.guard.check('access-tokens')]);
  }
}

let issuer: TestIssuer;
let app: INestApplication;

beforeEach(async () => {
  issuer = await TestIssuer.start();
  const module = await Test.createTestingModule({
    imports: [TerminusModule.forRoot({ logger: false }), GuardModule.forRoot(issuer.options)],
    controllers: [HealthController],
  }).compile();
  app = module.createNestApplication({ logger: false });
  await app.listen(0, '127.0.0.1');
});
afterEach(async () => {
  await app.close();
  await issuer.stop();
});

const check = async () => {
  const answer = await fetch(`${await app.getUrl()}/health`);
  return { status: answer.status, body: (await answer.json()) as { details: Record<string, unknown> } };
};

it('tells what is known of revocations, and nothing of whom they name', async () => {
  const state = async () => {
    const { details } = (await check()).body as { details: { 'access-tokens': GuardHealth } };
    return details['access-tokens'].issuers[issuer.issuer]!.revocations;
  };
  expect(await state()).toEqual({ state: 'fresh', age: expect.any(Number) as number, entries: 0 });
  await issuer.revoke(issuer.token());
  expect(await state()).toMatchObject({ state: 'fresh', entries: 1 });
});

describe('GuardHealthIndicator in @nestjs/terminus', () => {
  it('is up before the first token, and tells how old the keys are', async () => {
    const up = (age: number) => ({
      'access-tokens': {
        status: 'up',
        issuers: { [issuer.issuer]: expect.objectContaining({ keys: { age } }) as object },
      },
    });
    expect(await check()).toMatchObject({ status: 200, body: { status: 'ok', details: up(0), error: {} } });
    issuer.clock.advance('90s');
    expect(await check()).toMatchObject({ status: 200, body: { details: up(90) } });
  });

  it('is down while the keys cannot be read, and up again by itself', async () => {
    await issuer.down();
    const down = { 'access-tokens': { status: 'down', issuers: { [issuer.issuer]: { keys: {} } } } };
    expect(await check()).toMatchObject({ status: 503, body: { status: 'error', error: down } });
    await issuer.up();
    issuer.clock.advance('2s');
    expect(await check()).toMatchObject({ status: 200 });
    await issuer.down();
    issuer.clock.advance('1h');
    expect(await check()).toMatchObject({ status: 200 });
  });
});

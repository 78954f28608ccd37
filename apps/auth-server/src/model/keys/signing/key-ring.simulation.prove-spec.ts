import fc from 'fast-check';
import { createLocalJWKSet, jwtVerify } from 'jose';
import { createSecretKey } from 'node:crypto';
import { SIZE } from '@consentry/test-support/run/sizes';
import { ENGINES } from '../../../../test/engines';
import { SigningProcess, StillClock } from '../../../../test/key-rings';
import { readSettings } from '../../../platform/config/read-settings';
import type { Database } from '../../../platform/database/open-database';
import { get } from '../../../platform/database/sql';
import type { KeyChain } from '../../../protocol/signing/key-chain';
import {
  JWKS_MAX_AGE,
  SHORTEST_ANNOUNCEMENT,
  announcedKey,
  followingKey,
} from '../../../protocol/signing/key-schedule';
import { newSigningKey } from './new-signing-key';

const SECOND = 1000;

const COUNT = "SELECT COUNT(*) AS announced FROM events WHERE kind = 'key.announced'";

/** A resource server that caches the JWKS as long as allowed and never fetches for an unknown key. */
class Service {
  private keys = createLocalJWKSet({ keys: [] });
  private readAt = -Infinity;

  constructor(
    private readonly clock: StillClock,
    private readonly maxAge: number,
  ) {}

  async verify(token: string, issuer: SigningProcess): Promise<void> {
    const now = this.clock.now();
    if (now - this.readAt >= this.maxAge) {
      this.keys = createLocalJWKSet({ keys: await issuer.publicJwks() });
      this.readAt = now;
    }
    await jwtVerify(token, this.keys, { currentDate: new Date(now) });
  }
}

interface Fleet {
  announce: number;
  pause: number;
  ttl: number;
  algs: string[];
  maxAges: number[];
  steps: { wait: number; by: number; does: 'sign' | 'rotate' | 'change the algorithm' }[];
}

const ALGS = ['ES256', 'EdDSA'];

/** Processes on one database, and services that fetch their keys in turn. */
class Simulation {
  private readonly clock = new StillClock();
  private readonly processes: SigningProcess[];
  private readonly services: Service[];
  private tokens: { token: string; expiresAt: number }[] = [];

  constructor(
    private readonly database: Database,
    private readonly fleet: Fleet,
  ) {
    this.processes = fleet.algs.map((alg) => this.started(alg));
    this.services = fleet.maxAges.map((maxAge) => new Service(this.clock, maxAge));
  }

  async live({ wait, by, does }: Fleet['steps'][number], at: number): Promise<void> {
    await this.wait(wait);
    const mine = by % this.processes.length;
    if (does === 'rotate') await this.rotate();
    if (does === 'change the algorithm') this.processes[mine] = this.started(ALGS[by % ALGS.length]!);
    const tokens = await Promise.all(this.processes.map((process) => process.issue()));
    const expiresAt = this.clock.now() + (this.fleet.ttl - 1) * SECOND;
    this.tokens.push(...tokens.map((token) => ({ token, expiresAt })));
    await this.verify(at);
  }

  async end(): Promise<void> {
    for (const { ring } of this.processes) await ring.beforeApplicationShutdown();
  }

  private started(alg: string): SigningProcess {
    const { announce, pause, ttl } = this.fleet;
    const times = { KEY_ANNOUNCE: announce, KEY_ROTATION: announce + pause, ACCESS_TOKEN_TTL: ttl };
    const texts = Object.fromEntries(Object.entries(times).map(([name, value]) => [name, String(value)]));
    return new SigningProcess(this.database, this.clock, { ...texts, ACCESS_TOKEN_ALG: alg });
  }

  private async wait(span: number): Promise<void> {
    const until = this.clock.now() + span;
    while (this.clock.now() < until) {
      this.clock.advance(Math.min(until - this.clock.now(), 600 * SECOND));
      await Promise.all(this.processes.map(({ ring }) => ring.maintain()));
    }
  }

  /** As the command does. */
  private async rotate(): Promise<void> {
    const { announce, pause, ttl } = this.fleet;
    const policy: KeyChain = {
      ...readSettings({}).keys,
      purpose: 'access_token',
      alg: 'ES256',
      announce,
      rotation: announce + pause,
    };
    const now = this.clock.now();
    const key = await newSigningKey('ES256', createSecretKey(Buffer.alloc(32, 1)));
    const [{ repository }] = this.processes as [SigningProcess];
    await repository.add(key, (keys) => (announcedKey(keys, policy, now) ? null : followingKey(keys, policy, now)), {
      chain: policy,
      ttl,
      now,
    });
  }

  /** Every service verifies the newest and the oldest living tokens. */
  private async verify(at: number): Promise<void> {
    this.tokens = this.tokens.filter(({ expiresAt }) => expiresAt > this.clock.now());
    const shown = new Set([...this.tokens.slice(0, 1), ...this.tokens.slice(-this.processes.length)]);
    for (const [turn, service] of this.services.entries())
      for (const { token } of shown) {
        const issuer = this.processes[(at + turn) % this.processes.length] as SigningProcess;
        await service.verify(token, issuer);
      }
  }
}

const milliseconds = (from: number, to: number) => fc.integer({ min: from * SECOND, max: to * SECOND });

const fleet: fc.Arbitrary<Fleet> = fc.record({
  announce: fc.integer({ min: SHORTEST_ANNOUNCEMENT, max: SHORTEST_ANNOUNCEMENT + 60 }),
  pause: fc.integer({ min: 1, max: 100 }),
  ttl: fc.integer({ min: 60, max: 7200 }),
  algs: fc.array(fc.constantFrom('ES256', 'ES256', 'EdDSA'), { minLength: 2, maxLength: 3 }),
  maxAges: fc.array(milliseconds(0, JWKS_MAX_AGE), { minLength: 2, maxLength: 4 }),
  steps: fc.array(
    fc.record({
      wait: fc.oneof(milliseconds(0, 60), milliseconds(0, 900)),
      by: fc.nat(5),
      does: fc.oneof(
        { weight: 10, arbitrary: fc.constant('sign' as const) },
        { weight: 1, arbitrary: fc.constantFrom('rotate' as const, 'change the algorithm' as const) },
      ),
    }),
    { minLength: 60, maxLength: 60 },
  ),
});

describe.each(ENGINES)('key rings on one database, $engine', ({ open }) => {
  it(`make ${SIZE.keys} keys and services that ask for them rarely refuse no token`, async () => {
    let made = 0;
    while (made < SIZE.keys) {
      const property = fc.asyncProperty(fleet, async (given) => {
        const database = await open();
        const simulation = new Simulation(database, given);
        try {
          for (const [at, step] of given.steps.entries()) await simulation.live(step, at);
        } finally {
          await simulation.end();
          const { announced } = (await database.units.read(() => get<{ announced: number }>(COUNT)))!;
          made += announced;
          await database.destroy();
        }
      });
      await fc.assert(property, { numRuns: 1, endOnFailure: true });
    }
  }, 1_200_000);
});

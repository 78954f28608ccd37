import fc from 'fast-check';
import { SIZE } from '@consentry/test-support/run/sizes';
import {
  JWKS_MAX_AGE,
  type KeyPolicy,
  LAST_RENEWAL,
  type NextKey,
  RENEWAL,
  SHORTEST_ANNOUNCEMENT,
  type ScheduledKey,
  announcedKey,
  droppableKeys,
  followingKey,
  newestFirst,
  nextKey,
  publicKeys,
  signingKey,
  useToStore,
} from './key-schedule';

const SECOND = 1000;
const MINUTE = 60 * SECOND;

/** Greatest age of what a process has read. */
const READ_AGE = 20 * SECOND;

/** Greatest error of a clock. Two clocks and the age of a reading are the lag of the schedule. */
const SKEW = 20 * SECOND;

interface Token {
  kid: string;
  /** Epoch milliseconds. */
  expiresAt: number;
}

interface Rates {
  rotation: number;
  announce: number;
  /** How much longer than its tokens a key stays public. */
  retireLater: number;
}

/** The database, the true time and all events. */
class World {
  now = 1_700_000_000_000;
  rows: ScheduledKey[] = [];
  rotations = 0;
  /** A key in use was compromised: until then tokens of its immediate successor may be refused. */
  unsettledUntil = 0;
  readonly compromised = new Set<string>();

  insert(key: ScheduledKey): void {
    this.rows.push(key);
    this.rotations += 1;
  }

  compromise(): void {
    for (const key of this.rows) {
      this.compromised.add(key.kid);
      key.compromisedAt ??= this.now;
    }
    this.unsettledUntil = this.now + SHORTEST_ANNOUNCEMENT * SECOND;
  }
}

/** A server process: acts on what it read some seconds ago, and decides again when it writes. */
class Replica {
  private rows: ScheduledKey[] = [];
  private readAt = -Infinity;

  constructor(
    private readonly world: World,
    private readonly rates: Rates,
    private alg: string,
    private ttl: number,
    private readonly skew: number,
  ) {}

  restart(alg: string, ttl: number): void {
    Object.assign(this, { alg, ttl, readAt: -Infinity });
  }

  /** A notification: reads at once. */
  tell(): void {
    this.readAt = -Infinity;
  }

  tend(): void {
    this.refresh();
    const { policy, now } = this;
    if (droppableKeys(this.rows, policy, now).length > 0) this.drop(droppableKeys(this.world.rows, policy, now));
    if (nextKey(this.rows, policy, now) !== null) this.make(nextKey(this.world.rows, policy, now));
    if (this.needsUse(RENEWAL)) this.use();
  }

  rotate(): void {
    if (announcedKey(this.world.rows, this.policy, this.now) === undefined)
      this.make(followingKey(this.world.rows, this.policy, this.now));
  }

  /** As a request, which leaves to the pulse what can wait. */
  sign(): Token {
    this.refresh();
    if (this.needsUse(LAST_RENEWAL)) this.use();
    if (this.needsUse(LAST_RENEWAL)) throw new Error('a key would sign longer than its row says');
    const { kid } = signingKey(this.rows, this.policy, this.now) as ScheduledKey;
    if (this.world.compromised.has(kid)) throw new Error('a compromised key signs');
    return { kid, expiresAt: this.now + this.ttl * SECOND };
  }

  jwks(): Set<string> {
    this.refresh();
    return new Set(publicKeys(this.rows, this.policy, this.now).map(({ kid }) => kid));
  }

  private get now(): number {
    return this.world.now + this.skew;
  }

  private get policy(): KeyPolicy {
    const { rotation, announce, retireLater } = this.rates;
    return { alg: this.alg, rotation, announce, retire: this.ttl + retireLater };
  }

  private drop(gone: readonly ScheduledKey[]): void {
    this.world.rows = this.world.rows.filter((row) => !gone.includes(row));
    this.read();
  }

  private make(next: NextKey | null): void {
    const kid = `${this.alg}-${this.world.rotations}`;
    const row = { kid, createdAt: this.now, longestTokenTtl: this.ttl, compromisedAt: null };
    if (next !== null) this.world.insert({ ...next, ...row });
    this.read();
  }

  private needsUse(ahead: number): boolean {
    const key = signingKey(this.rows, this.policy, this.now);
    return key === undefined || useToStore(key, this.ttl, this.now, ahead) !== null;
  }

  private use(): void {
    const key = signingKey(this.world.rows, this.policy, this.now);
    if (key === undefined) this.make(nextKey(this.world.rows, this.policy, this.now));
    else Object.assign(key, useToStore(key, this.ttl, this.now));
    this.read();
  }

  private refresh(): void {
    if (this.now - this.readAt >= READ_AGE) this.read();
  }

  private read(): void {
    this.rows = this.world.rows.map((row) => ({ ...row }));
    this.readAt = this.now;
  }
}

/** A resource server that caches the JWKS as long as allowed and never fetches for an unknown key. */
class Service {
  private kids = new Set<string>();
  private readAt = -Infinity;

  constructor(
    private readonly world: World,
    private readonly maxAge: number,
    private readonly skew: number,
  ) {}

  /** @returns whether it refuses a valid token. */
  refusesWrongly(token: Token, from: Replica): boolean {
    const { now, compromised, unsettledUntil } = this.world;
    if (now - this.readAt >= this.maxAge) {
      this.kids = from.jwks();
      this.readAt = now;
    }
    if (compromised.has(token.kid) || now < unsettledUntil || now + this.skew >= token.expiresAt) return false;
    return !this.kids.has(token.kid);
  }
}

type Step =
  | { does: 'sign' | 'sign after a time without a pulse'; by: number; wait: number }
  | {
      does: 'wait until a key signs' | 'wait until a token is over' | 'wait until a key is over';
      which: number;
      wait: number;
    }
  | { does: 'rotate'; by: number }
  | { does: 'restart'; by: number; alg: string; ttl: number }
  | { does: 'go back to the algorithm of a key that is nearly over'; by: number; which: number; wait: number }
  | { does: 'restart all after an outage'; algs: string[]; ttl: number; wait: number }
  | { does: 'compromise' };

interface Fleet extends Rates {
  replicas: { ttl: number; skew: number }[];
  services: { maxAge: number; skew: number }[];
}

/** Runs the steps; after each one every service verifies some living tokens. */
class Simulation {
  readonly world = new World();
  private readonly replicas: Replica[];
  private readonly services: Service[];
  private tokens: Token[] = [];
  private turn = 0;

  constructor(fleet: Fleet) {
    this.replicas = fleet.replicas.map(({ ttl, skew }) => new Replica(this.world, fleet, 'ES256', ttl, skew));
    this.services = fleet.services.map(({ maxAge, skew }) => new Service(this.world, maxAge, skew));
  }

  /** @returns the fault, or `null`. */
  live(step: Step): string | null {
    const { world } = this;
    if (step.does === 'sign') this.wait(step.wait);
    if (step.does === 'sign after a time without a pulse') world.now += step.wait;
    if (step.does === 'wait until a key signs') this.waitUntil(this.keyAt(step.which)?.signsFrom, step.wait);
    if (step.does === 'wait until a token is over')
      this.waitUntil(this.tokens[step.which % this.tokens.length]?.expiresAt, step.wait);
    if (step.does === 'wait until a key is over') this.waitUntil(this.endAt(step.which), step.wait);
    if (step.does === 'rotate') this.replicaAt(step.by).rotate();
    if (step.does === 'restart') this.replicaAt(step.by).restart(step.alg, step.ttl);
    if (step.does === 'go back to the algorithm of a key that is nearly over') {
      const key = this.keyAt(step.which);
      this.waitUntil(this.endAt(step.which), step.wait);
      this.replicaAt(step.by).restart(key?.alg ?? 'ES256', key?.longestTokenTtl ?? 1);
    }
    if (step.does === 'compromise') {
      world.compromise();
      for (const replica of this.replicas) replica.tell();
    }
    if (step.does === 'restart all after an outage') {
      world.now += step.wait;
      for (const [at, replica] of this.replicas.entries()) replica.restart(step.algs[at] as string, step.ttl);
    }
    const replica = this.replicaAt('by' in step ? step.by : 0);
    if (step.does !== 'sign after a time without a pulse') replica.tend();
    this.tokens.push(replica.sign());
    return this.refusal();
  }

  private refusal(): string | null {
    const { now } = this.world;
    this.tokens = this.tokens.filter(({ expiresAt }) => expiresAt > now - SKEW).slice(-200);
    for (const token of new Set([...this.tokens.slice(-3), ...this.tokens.slice(0, 3), this.pick(this.tokens)]))
      for (const service of this.services)
        if (service.refusesWrongly(token, this.pick(this.replicas))) return `${token.kid} is refused at ${now}`;
    return null;
  }

  /** Processes run their maintenance during any wait. */
  private wait(span: number): void {
    const until = this.world.now + span;
    while (this.world.now < until) {
      this.world.now = Math.min(until, this.world.now + 10 * MINUTE);
      for (const replica of this.replicas) if (span >= MINUTE) replica.tend();
    }
  }

  private waitUntil(time: number | undefined, off: number): void {
    this.wait(Math.max(0, (time ?? this.world.now) + off - this.world.now));
  }

  private keyAt = (which: number) => [...this.world.rows].sort(newestFirst)[which % this.world.rows.length];

  private endAt(which: number): number | undefined {
    const key = this.keyAt(which);
    return key && key.signsUntil + key.longestTokenTtl * SECOND;
  }

  private replicaAt = (at: number) => this.replicas[at % this.replicas.length] as Replica;

  private pick<Of>(from: readonly Of[]): Of {
    this.turn += 1;
    return from[(this.turn * 7) % from.length] as Of;
  }
}

const seconds = (from: number, to: number) => fc.integer({ min: from * SECOND, max: to * SECOND });
const ttl = fc.oneof(fc.integer({ min: 1, max: 60 }), fc.integer({ min: 60, max: 20_000 }));
const skew = seconds(-SKEW / SECOND, SKEW / SECOND);
const alg = fc.constantFrom('ES256', 'RS256', 'EdDSA');
const by = fc.nat(3);
const maxAge = fc.oneof(fc.constant(0), seconds(0, JWKS_MAX_AGE), fc.constant(JWKS_MAX_AGE * SECOND));
const wait = fc.oneof(seconds(0, 25), seconds(0, 25), seconds(0, JWKS_MAX_AGE), seconds(0, 7200));
/** Around a limit of the schedule. */
const near = fc.oneof(seconds(-30, 60), seconds(0, JWKS_MAX_AGE + 30));

const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 12, arbitrary: fc.record({ does: fc.constant('sign' as const), by, wait }) },
  {
    weight: 3,
    arbitrary: fc.record({
      does: fc.constant('sign after a time without a pulse' as const),
      by,
      wait: fc.oneof(seconds(0, 3_700), seconds(3_500, 3_600)),
    }),
  },
  {
    weight: 12,
    arbitrary: fc.record({
      does: fc.constantFrom(
        'wait until a key signs' as const,
        'wait until a token is over' as const,
        'wait until a key is over' as const,
      ),
      which: fc.nat(5),
      wait: near,
    }),
  },
  { weight: 3, arbitrary: fc.record({ does: fc.constant('rotate' as const), by }) },
  { weight: 3, arbitrary: fc.record({ does: fc.constant('restart' as const), by, alg, ttl }) },
  {
    weight: 3,
    arbitrary: fc.record({
      does: fc.constant('go back to the algorithm of a key that is nearly over' as const),
      by,
      which: fc.nat(5),
      wait: seconds(-10, 0),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      does: fc.constant('restart all after an outage' as const),
      algs: fc.array(alg, { minLength: 3, maxLength: 3 }),
      ttl,
      wait: seconds(0, 100_000),
    }),
  },
  { weight: 1, arbitrary: fc.constant({ does: 'compromise' as const }) },
);

const life: fc.Arbitrary<Fleet & { steps: Step[] }> = fc
  .record({
    announce: fc.oneof(fc.constant(SHORTEST_ANNOUNCEMENT), fc.integer({ min: SHORTEST_ANNOUNCEMENT, max: 5000 })),
    pause: fc.integer({ min: 1, max: 5000 }),
    retireLater: fc.constantFrom(0, 0, 5000),
    replicas: fc.array(fc.record({ ttl, skew }), { minLength: 2, maxLength: 3 }),
    services: fc.array(fc.record({ maxAge, skew }), { minLength: 3, maxLength: 6 }),
    steps: fc.array(step, { minLength: 100, maxLength: 200 }),
  })
  .map(({ announce, pause, ...rest }) => ({ ...rest, announce, rotation: announce + pause }));

describe('a thousand rotations among processes and services that know little of each other', () => {
  it('no token is refused that should be accepted', () => {
    let rotations = 0;
    fc.assert(
      fc.property(life, (given) => {
        const simulation = new Simulation(given);
        for (const [at, taken] of given.steps.entries()) {
          const fault = simulation.live(taken);
          if (fault !== null) throw new Error(`step ${at}: ${fault}`);
        }
        rotations += simulation.world.rotations;
      }),
      { numRuns: SIZE.keyLives, endOnFailure: true },
    );
    expect(rotations).toBeGreaterThan(1000);
  });

  it('nor one by a key that comes back in its last second, while another process has read that it goes', () => {
    const replica = { ttl: 100, skew: 0 };
    const times = { announce: SHORTEST_ANNOUNCEMENT, rotation: 100_000, retireLater: 0 };
    const simulation = new Simulation({
      ...times,
      replicas: [replica, replica],
      services: [{ maxAge: 0, skew: 0 }],
    });
    const steps: Step[] = [
      { does: 'sign', by: 0, wait: 0 },
      { does: 'restart', by: 0, alg: 'EdDSA', ttl: 100 },
      { does: 'restart', by: 1, alg: 'EdDSA', ttl: 100 },
      { does: 'wait until a key signs', which: 0, wait: SECOND },
      { does: 'go back to the algorithm of a key that is nearly over', by: 0, which: 1, wait: -SECOND },
      { does: 'sign', by: 0, wait: 2 * SECOND },
      { does: 'sign', by: 0, wait: SECOND },
    ];
    expect(steps.map((each) => simulation.live(each))).toEqual(steps.map(() => null));
    expect(simulation.world.rows.map(({ kid }) => kid)).toEqual(['ES256-0', 'EdDSA-1']);
  });
});

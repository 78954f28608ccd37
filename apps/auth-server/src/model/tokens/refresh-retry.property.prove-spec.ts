import fc from 'fast-check';
import { SIZE } from '@consentry/test-support/run/sizes';
import {
  BEGIN,
  type Presentation,
  SCOPES,
  StoredFamily,
  type Told,
  givenTwice,
  openTwice,
} from '../../../test/stored-family';
import { purgeDay } from '../../endings/family-times';

/** An independent model of the rule: which generation was used when and for what, and the possible outcomes. */
class Model {
  constructor(
    private readonly window: number,
    readonly uses: readonly { at: number; scope: string; proven: boolean }[] = [],
    readonly isEnded = false,
  ) {}

  /** @returns the outcome, and the family afterwards. */
  present({ generation, asked, proven, now }: Presentation): [string, Model] {
    if (this.isEnded || generation > this.uses.length) return ['refused', this];
    const scope = asked === null ? 'unsaid' : asked.toSorted().join();
    const use = this.uses[generation];
    if (use === undefined) {
      if (asked?.some((name) => !SCOPES.includes(name))) return ['invalid_scope', this];
      return [`rotated ${generation + 1}`, new Model(this.window, [...this.uses, { at: now, scope, proven }])];
    }
    const isSuccessorUnused = this.uses[generation + 1] === undefined;
    const isSoon = this.window > 0 && now - use.at < this.window * 1000;
    const isTheClient = proven && use.proven;
    if (isSuccessorUnused && isSoon && isTheClient && use.scope === scope) return [`retried ${generation + 1}`, this];
    return ['replayed', new Model(this.window, this.uses, true)];
  }
}

const inWords = ({ outcome, generation }: Told) => (generation === null ? outcome : `${outcome} ${generation}`);

function ordersOf<T>(items: readonly T[]): T[][] {
  if (items.length === 0) return [[]];
  return items.flatMap((item, at) => ordersOf(items.toSpliced(at, 1)).map((rest) => [item, ...rest]));
}

/** The families left by any sequential order of concurrent requests with these answers. */
function explain(model: Model, presented: readonly Presentation[], answers: readonly Told[]): Model[] {
  const pairs = presented.map((each, at) => ({ each, answer: inWords(answers[at]!) }));
  return ordersOf(pairs).flatMap((order) => {
    let after = model;
    for (const { each, answer } of order) {
      const [expected, next] = after.present(each);
      if (expected !== answer) return [];
      after = next;
    }
    return [after];
  });
}

interface Request extends Omit<Presentation, 'now'> {
  /** Clock error of the process. */
  skew: number;
  /** The client that receives the answer. */
  heardBy: number | null;
}

interface Step {
  client: number;
  fate: 'answered' | 'answer lost' | 'request lost' | 'late';
  copies: number;
  /** How many generations before the client's newest. */
  back: number;
  asked: readonly string[] | null;
  proven: boolean;
  by: number;
  skew: number;
}

interface Life {
  window: number;
  rounds: { wait: number; steps: Step[] }[];
}

/** Every order of concurrent requests is tried, so there are few. */
const MOST_AT_ONCE = 4;

/** Two clients with the refresh tokens they received, on a network that loses, repeats and delays. */
class Simulation {
  readonly outcomes: string[] = [];
  private readonly known = [0, 0];
  private readonly successors = new Map<number, string>();
  private readonly rotated = new Set<number>();
  private models: Model[];
  private late: Request[] = [];
  private now = BEGIN;

  constructor(
    private readonly family: StoredFamily,
    private readonly life: Life,
  ) {
    this.models = [new Model(life.window)];
  }

  async live(): Promise<void> {
    for (const { wait, steps } of this.life.rounds) {
      this.now += wait;
      await this.deliver([...this.late.splice(0), ...this.send(steps)]);
    }
    await this.expectOneLiving();
  }

  private send(steps: readonly Step[]): Request[] {
    return steps.flatMap(({ client, fate, copies, back, ...rest }) => {
      const generation = Math.max(0, this.known[client]! - back);
      const request = { ...rest, generation, heardBy: fate === 'answer lost' ? null : client };
      const sent = fate === 'request lost' ? [] : Array<Request>(copies).fill(request);
      if (fate === 'late') this.late.push(...sent);
      return fate === 'late' ? [] : sent;
    });
  }

  private async deliver(requests: readonly Request[]): Promise<void> {
    this.late.push(...requests.slice(MOST_AT_ONCE));
    const arrived = requests.slice(0, MOST_AT_ONCE);
    const presented = arrived.map((request) => ({ ...request, now: this.now + request.skew }));
    const answers = await Promise.all(presented.map((each) => this.family.present(each)));
    for (const [at, answer] of answers.entries()) this.hear(arrived[at]!, answer);

    const after = this.models.flatMap((model) => explain(model, presented, answers));
    if (after.length === 0) throw new Error(`no order explains ${JSON.stringify({ presented, answers })}`);
    this.models = [...new Map(after.map((model) => [JSON.stringify(model), model])).values()];
    const [{ uses, isEnded }] = this.models as [Model];
    expect(await this.family.row()).toMatchObject({ generation: uses.length, isEnded });
  }

  private hear({ generation, heardBy }: Request, answer: Told): void {
    this.outcomes.push(answer.outcome);
    if (!('token' in answer)) return;
    // Each generation has one successor and one refresh token, however often it is answered.
    expect(answer.outcome === 'rotated' && this.rotated.has(generation)).toBe(false);
    if (answer.outcome === 'rotated') this.rotated.add(generation);
    expect(answer.token).toBe(this.successors.get(generation) ?? answer.token);
    this.successors.set(generation, answer.token);
    if (heardBy !== null) this.known[heardBy] = answer.generation;
  }

  /** Only the newest token is alive; a use of an older one than its predecessor revokes the family. */
  private async expectOneLiving(): Promise<void> {
    const tell = async (generation: number, by: number) =>
      inWords(await this.family.present({ generation, asked: null, proven: true, by, now: this.now }));
    const [{ uses, isEnded }] = this.models as [Model];
    const newest = uses.length;
    expect(await tell(newest, 0)).toBe(isEnded ? 'refused' : `rotated ${newest + 1}`);
    if (!isEnded) expect(await tell(newest + 1, 1)).toBe(`rotated ${newest + 2}`);
    if (!isEnded) expect(await tell(newest, 0)).toBe('replayed');
    for (let generation = 0; generation <= newest + 2; generation += 1)
      expect(await tell(generation, generation % 2)).toBe('refused');
    const { purgeDay: day, accessExpiresAt } = await this.family.row();
    expect(day).toBe(purgeDay({ expiresAt: 0, accessExpiresAt }));
  }
}

const often = <T>(usual: T, ...others: T[]) =>
  fc.oneof({ weight: 6, arbitrary: fc.constant(usual) }, { weight: 2, arbitrary: fc.constantFrom(...others) });

const step: fc.Arbitrary<Step> = fc.record({
  client: fc.nat(1),
  fate: often<Step['fate']>('answered', 'answer lost', 'request lost', 'late'),
  copies: often(1, 2, 3),
  back: often(0, 1, 2),
  asked: often<Step['asked']>(null, SCOPES, SCOPES.toReversed(), ['notes:read'], ['photos:read']),
  proven: often(true, false),
  by: fc.nat(1),
  skew: often(0, -1, -2000, 5),
});
const round = fc.record({
  wait: often(0, 1, 500, 999, 1000, 29_999, 30_000, 59_999, 60_000),
  steps: fc.array(step, { minLength: 1, maxLength: 2 }),
});
const life: fc.Arbitrary<Life> = fc.record({
  window: fc.constantFrom(0, 1, 30, 60),
  rounds: fc.array(round, { minLength: 1, maxLength: 10 }),
});

describe.each(Object.keys(openTwice))('a refresh that may be retried, on %s', (engine) => {
  const databases = givenTwice(engine);

  it('is one use, however requests and answers are lost, repeated, reordered and run at once', async () => {
    const outcomes = new Set<string>();
    const property = fc.asyncProperty(life, async (given) => {
      const simulation = new Simulation(await StoredFamily.begin(databases, given.window), given);
      await simulation.live();
      simulation.outcomes.forEach((outcome) => outcomes.add(outcome));
    });
    await fc.assert(property, { numRuns: SIZE.familyLives });
    expect([...outcomes]).toEqual(expect.arrayContaining(['replayed', 'retried', 'rotated']));
  }, 1_200_000);
});

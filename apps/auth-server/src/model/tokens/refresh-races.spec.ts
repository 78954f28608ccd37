import { BEGIN, StoredFamily, type Told, givenTwice, openTwice } from '../../../test/stored-family';
import type { Database } from '../../platform/database/open-database';

const COUNT = 200;

/** Makes every change of a grant fail. */
const BREAK_GRANTS: Record<string, string[]> = {
  sqlite: ["CREATE TRIGGER broken BEFORE UPDATE ON grants BEGIN SELECT RAISE(ABORT, 'broken'); END"],
  postgres: [
    "CREATE FUNCTION fail() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'broken'; END $$",
    'CREATE TRIGGER broken BEFORE UPDATE ON grants FOR EACH ROW EXECUTE FUNCTION fail()',
  ],
};
const MEND_GRANTS: Record<string, string> = {
  sqlite: 'DROP TRIGGER broken',
  postgres: 'DROP TRIGGER broken ON grants',
};

function tally(answers: readonly Told[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { outcome } of answers) counts[outcome] = (counts[outcome] ?? 0) + 1;
  return counts;
}

describe.each(Object.keys(openTwice))('a refresh token presented by many at once, on %s', (engine) => {
  const databases = givenTwice(engine);

  const begin = (window: number) => StoredFamily.begin(databases, window);

  /** Presents a generation to both data sources in turn, each request dated a little before the previous one. */
  const presentAtOnce = (family: StoredFamily, generation: number, count = COUNT) =>
    Array.from({ length: count }, (_, n) =>
      family.present({ generation, asked: null, proven: true, now: BEGIN + count - n, by: n % 2 }),
    );
  const presentOne = async (family: StoredFamily, generation: number) =>
    (await Promise.all(presentAtOnce(family, generation, 1)))[0]!;

  it('within the window begins one new generation, and all hear of it alike', async () => {
    const family = await begin(60);
    const answers = await Promise.all(presentAtOnce(family, 0));
    expect(tally(answers)).toEqual({ rotated: 1, retried: COUNT - 1 });
    expect(new Set(answers.map((answer) => 'token' in answer && answer.token)).size).toBe(1);
    expect(await family.row()).toMatchObject({ generation: 1, isEnded: false });
    expect(await presentOne(family, 1)).toMatchObject({ outcome: 'rotated', generation: 2 });
  });

  it('without a window is answered once, and its family ends, once', async () => {
    const family = await begin(0);
    expect(tally(await Promise.all(presentAtOnce(family, 0)))).toEqual({ rotated: 1, replayed: 1, refused: COUNT - 2 });
    expect(await family.row()).toMatchObject({ generation: 1, isEnded: true });
    expect(await presentOne(family, 1)).toMatchObject({ outcome: 'refused' });
  });

  it('is answered no more once the access is removed, window or not', async () => {
    for (let turn = 0; turn < 5; turn += 1) {
      const family = await begin(60);
      const early = presentAtOnce(family, 0, 20);
      const end = family.revokeGrant();
      const answers = await Promise.all([...early, ...presentAtOnce(family, 0, 20)]);
      await end;
      expect(answers.filter(({ outcome }) => outcome === 'rotated').length).toBeLessThanOrEqual(1);
      expect(Object.keys(tally(answers))).not.toContain('replayed');
      expect(tally(await Promise.all(presentAtOnce(family, 0, 10)))).toEqual({ refused: 10 });
      expect(await presentOne(family, 1)).toMatchObject({ outcome: 'refused' });
    }
  });

  it('while its successor is used too, is a retry before that use and a replay after it', async () => {
    const seen = new Set<string>();
    for (let turn = 0; turn < 10; turn += 1) {
      const family = await begin(60);
      await presentOne(family, 0);
      const early = presentAtOnce(family, 0, turn);
      const successor = presentOne(family, 1);
      const answers = await Promise.all([...early, ...presentAtOnce(family, 0, 10 - turn)]);
      const { outcome } = await successor;
      const { retried = 0, replayed = 0, refused = 0, ...others } = tally(answers);
      expect([others, retried + replayed + refused]).toEqual([{}, 10]);
      expect([outcome, replayed]).toEqual(['rotated', retried === 10 ? 0 : 1]);
      expect(await family.row()).toMatchObject({ generation: 2, isEnded: replayed === 1 });
      Object.keys(tally(answers)).forEach((each) => seen.add(each));
    }
    expect([...seen]).toContain('replayed');
  });

  it('is not spent where the answer is an error: here the use of its grant cannot be noted', async () => {
    const family = await begin(0);
    const [database] = databases as [Database];
    for (const statement of BREAK_GRANTS[engine]!) await database.query(statement);
    const outcome = await presentOne(family, 0).then(
      (told) => told.outcome,
      () => 'error',
    );
    await database.query(MEND_GRANTS[engine]!);
    if (outcome === 'error') expect(await presentOne(family, 0)).toMatchObject({ outcome: 'rotated' });
    else expect(outcome).toBe('rotated');
    expect(await family.row()).toMatchObject({ generation: 1, isEnded: false });
  });
});

import { dropFreshDatabases } from '@consentry/test-support/postgres/databases';
import { BEGIN, StoredFamily, openTwice } from '../../../test/stored-family';
import type { Database } from '../../platform/database/open-database';
import { purgeDay } from '../../endings/family-times';

const DAY = 86_400_000;

describe.each(Object.keys(openTwice))('the day on which a family may go, on %s', (engine) => {
  let databases: Database[];

  beforeEach(async () => {
    databases = await openTwice[engine]!();
  }, 30_000);
  afterEach(async () => {
    for (const database of databases) await database.destroy();
  });
  afterAll(dropFreshDatabases);

  const rotate = async (family: StoredFamily, generation: number, now: number) => {
    const { outcome } = await family.present({ generation, asked: null, proven: true, now, by: 0 });
    expect(outcome).toBe('rotated');
    return family.row();
  };
  const dayOf = (now: number) => purgeDay({ expiresAt: now + 90 * DAY, accessExpiresAt: now + 14 * DAY });

  it('moves on with the refreshes', async () => {
    const family = await StoredFamily.begin(databases, 0);
    for (const [generation, now] of [BEGIN, BEGIN + 1, BEGIN + DAY, BEGIN + 3 * DAY].entries())
      expect(await rotate(family, generation, now)).toMatchObject({ purgeDay: dayOf(now) });
  });

  it('never comes earlier: where lifetimes are shortened, earlier tokens still name the family', async () => {
    const family = await StoredFamily.begin(databases, 0);
    const { purgeDay: day, accessExpiresAt } = await rotate(family, 0, BEGIN + 3 * DAY);
    // The same as shorter lifetimes, by a clock that went back.
    expect(await rotate(family, 1, BEGIN)).toMatchObject({ purgeDay: day, accessExpiresAt });
  });
});

it('is not written while it stays, on SQLite: the write would reach its index, a page more for each refresh', async () => {
  const databases = await openTwice['sqlite']!();
  const family = await StoredFamily.begin(databases, 0);
  const present = (generation: number, now: number) =>
    family.present({ generation, asked: null, proven: true, now, by: 0 });
  await present(0, BEGIN);
  await databases[0]!.query(
    "CREATE TRIGGER written BEFORE UPDATE OF purge_day ON refresh_families BEGIN SELECT RAISE(ABORT, 'written'); END",
  );
  expect(await present(1, BEGIN + 1)).toMatchObject({ outcome: 'rotated' });
  await expect(present(2, BEGIN + DAY)).rejects.toMatchObject({ message: 'written' });
  for (const database of databases) await database.destroy();
});

import type { QueryRunner } from 'typeorm';
import { dirname } from 'node:path';
import { INSERT_ACCOUNT } from '../../../test/database';
import { ENGINES } from '../../../test/engines';
import { systemClock } from '../../platform/config/clock';
import { MIGRATIONS } from '../../platform/database/migrations';
import type { Migration } from '../../platform/database/migrations/migration';
import { runMigrateCommand } from './run-migrate-command';

/** What a version after this one changes. */
class Mottos1780000000000 implements Migration {
  readonly holds = [
    { table: 'accounts', mode: 'ACCESS EXCLUSIVE', rows: 'written' },
    { table: 'events', mode: 'SHARE', rows: 'read' },
  ] as const;

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE accounts
      ADD COLUMN motto text`);
    await runner.query('CREATE INDEX events_motto ON events (kind)');
  }

  async down(): Promise<void> {}
}

const PLANNED = {
  sqlite: [
    'From the first statement until the commit all writes wait, and reads continue. It changes:',
    '  accounts: 2 rows',
    '  events: 0 rows',
    'The time grows with the number of rows.',
  ],
  postgres: [
    'Before the first statement it locks all of these or none, until the commit:',
    '  changes: EXCLUSIVE, writes wait; no row is read or written; about 2 rows, 0.0 MB with its indices',
    '  accounts: ACCESS EXCLUSIVE, reads and writes wait; every row is rewritten; about 2 rows, 0.1 MB with its indices',
    '  events: SHARE, writes wait; every row is read; rows not counted yet (ANALYZE does), 0.1 MB with its indices',
    'If no row is read or written, this takes moments whatever the size; otherwise the time grows with the number of rows.',
  ],
};

describe.each(ENGINES)(
  'consentry migrate on $engine, of a version with one migration more',
  ({ engine, open, make }) => {
    let place: string;

    const migrate = async (options: { plan?: true } = {}) => {
      const settings = engine === 'sqlite' ? { DATA_DIR: dirname(place) } : { DATABASE_URL: place };
      return (await runMigrateCommand(settings, systemClock, options))
        .replace(/^\S+: /, '')
        .split('\n')
        .slice(0, -1);
    };

    beforeEach(async () => {
      place = await make();
      const before = await open(place);
      for (const id of ['ada', 'bob']) await before.units.run(INSERT_ACCOUNT, id, id);
      if (engine === 'postgres') await before.query('ANALYZE accounts, changes');
      await before.destroy();
      MIGRATIONS.push(Mottos1780000000000);
    });
    afterEach(() => MIGRATIONS.splice(1));

    it('plans what would run, what that locks and how much is there; then runs it, once', async () => {
      const plan = [
        '1 migration would run, in one transaction.',
        'Mottos1780000000000',
        '  ALTER TABLE accounts ADD COLUMN motto text',
        '  CREATE INDEX events_motto ON events (kind)',
        ...PLANNED[engine],
        'To measure how long, run consentry migrate on a restored backup. Calls that wait for 5 seconds are answered with 503 and Retry-After.',
        'Nothing was changed.',
      ];
      expect(await migrate({ plan: true })).toEqual(plan);
      expect(await migrate({ plan: true })).toEqual(plan);
      expect(await migrate()).toEqual(['ran Mottos1780000000000']);
      const done = ['nothing to do, it has all migrations of this version'];
      expect(await migrate()).toEqual(done);
      expect(await migrate({ plan: true })).toEqual(done);
    });

    it('neither plans nor runs anything on the database of a later version', async () => {
      await migrate();
      MIGRATIONS.splice(1);
      const refused =
        /cannot be opened: it is of a later version, which made Mottos1780000000000; start that version, or/;
      await expect(migrate({ plan: true })).rejects.toThrow(refused);
      await expect(migrate()).rejects.toThrow(refused);
    });
  },
);

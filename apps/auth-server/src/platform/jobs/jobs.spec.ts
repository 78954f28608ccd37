import { backgroundJobs } from '../../model/background-jobs';
import { Client } from 'pg';
import type { Logger } from 'pino';
import { freshFile, openFile } from '../../../test/database';
import { account, client, code, deviceCode, family, grant, session } from '../../../test/row-factory';
import { type Row, insertRows } from '../../../test/stored-rows';
import { migratedDatabase, migratedFile } from '@consentry/test-support/server/migrated';
import { dropFreshDatabases } from '@consentry/test-support/postgres/databases';
import { NO_FACTS } from '../../protocol/request/authorization-facts';
import { CodeRepository } from '../../model/codes/code.repository';
import { ConsentRepository } from '../../model/consents/consent.repository';
import type { Database } from '../database/open-database';
import { openPostgres } from '../database/postgres/postgres-data-source';
import { type SqlValue, all, run } from '../database/sql';
import { timeOrderedId } from '../database/time-ordered-id';
import { revokeGrant } from '../../endings/grant-revocation';
import { revokeFamily } from '../../endings/family-revocation';
import { purgeDay } from '../../endings/family-times';
import { Jobs } from './jobs';
import { readSettings } from '../config/read-settings';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const NOON = 20_000 * DAY + 12 * HOUR;

const COUNT = { name: 'sign_ups', slots: '[]', last_at: 1 };

const help = 'docs/errors/operators/background-job-failed.md';

const SETTINGS = readSettings({});
const clock = { time: NOON, now: () => clock.time, elapsed: () => clock.time };
const warnings: unknown[] = [];
const logger = { warn: (entry: unknown) => warnings.push(entry) } as unknown as Logger;

afterAll(dropFreshDatabases);

it('wait for nobody on PostgreSQL: what another transaction holds is left for the next time', async () => {
  clock.time = NOON;
  const url = await migratedDatabase();
  const database = await openPostgres(url, 2);
  const jobs = new Jobs(database.units, clock, logger, backgroundJobs(SETTINGS));
  const holder = new Client({ connectionString: url });
  await holder.connect();
  const rows = async () => (await holder.query('SELECT id FROM grants ORDER BY id')).rows as unknown[];
  try {
    await insertRows(database, {
      accounts: [account('ada'), account('eve')],
      clients: [client(1)],
      grants: [grant('begins again', { revoked_at: 1 }), grant('ended', { account_id: 'eve', revoked_at: 1 })],
    });
    await holder.query("BEGIN; UPDATE grants SET revoked_at = NULL WHERE id = 'begins again'");
    await jobs.run();
    expect(await rows()).toEqual([{ id: 'begins again' }]);
    await holder.query('COMMIT');
    await jobs.run();
    expect(await rows()).toEqual([{ id: 'begins again' }]);
    expect(warnings).toEqual([]);
  } finally {
    await holder.end();
    await database.destroy();
  }
});

describe.each([
  ['SQLite', async () => openFile(await migratedFile(freshFile()))],
  ['PostgreSQL', async () => openPostgres(await migratedDatabase(), 4)],
])('the jobs on %s', (_name, open: () => Promise<Database>) => {
  let database: Database;
  let jobs: Jobs;
  let grantId: string;

  const insert = (table: string, ...rows: Row[]) => insertRows(database, { [table]: rows });
  const keysOf = async (table: string, key: string) => {
    const rows = await database.units.read(() => all<{ key: SqlValue }>(`SELECT ${key} AS key FROM ${table}`));
    return rows.map((row) => row.key).sort();
  };
  const insertGrant = (id: string, clientId: number, revokedAt: number | null = null) =>
    insert('grants', grant(id, { client_id: clientId, scopes: 'notes:read', revoked_at: revokedAt }));
  const insertCode = (hash: string, expiresAt: number, more: Row = {}) =>
    insert('authorization_codes', code(hash, { grant_id: grantId, expires_at: expiresAt, ...more }));
  const insertFamily = (id: string, times: { expiresAt: number; accessExpiresAt: number }, of = grantId) => {
    const columns = { expires_at: times.expiresAt, access_expires_at: times.accessExpiresAt };
    return insert('refresh_families', family(id, { grant_id: of, ...columns, purge_day: purgeDay(times) }));
  };
  /** Sets the clock and runs the jobs. */
  const runAt = (time: number) => {
    clock.time = time;
    return jobs.run();
  };

  beforeEach(async () => {
    clock.time = NOON;
    warnings.length = 0;
    database = await open();
    jobs = new Jobs(database.units, clock, logger, backgroundJobs(SETTINGS));
    await insert('accounts', account('ada'));
    await insert('clients', ...[1, 2, 3].map((id) => client(id, { client_id: `client-${id}` })));
    grantId = timeOrderedId(NOON);
    await insertGrant(grantId, 1);
  });
  afterEach(async () => {
    await database.destroy();
    expect(warnings).toEqual([]);
  });

  const consent = { account_id: 'ada', client_id: 1, redirect_uri: '', scope: '', resource: '' };
  it.each([
    ['consent_sessions', 'hash', NOON - HOUR, consent],
    ['sign_in_sessions', 'id', NOON, { account_id: 'ada', created_at: 1, last_used_at: 1 }],
    ['sign_in_demands', 'hash', NOON, { asked_at: 1 }],
    ['pushed_requests', 'hash', NOON - HOUR, { client_id: 'client-1', parameters: '{}' }],
  ])('remove %s exactly when they are over', async (table, key, limit, row: Row) => {
    for (const [name, at] of [
      ['over', limit - 1],
      ['just over', limit],
      ['alive', limit + 1],
    ] as const)
      await insert(table, { ...row, [key]: name, expires_at: at });
    await jobs.run();
    expect(await keysOf(table, key)).toEqual(['alive']);
    await runAt(NOON + 1);
    expect(await keysOf(table, key)).toEqual([]);
  });

  it('remove a count when nothing of it counts any more', async () => {
    for (const at of [NOON - 1, NOON, NOON + 1])
      await insert('limit_counts', { ...COUNT, hash: `${at}`, expires_at: at });
    await jobs.run();
    expect(await keysOf('limit_counts', 'expires_at')).toEqual([NOON + 1]);
  });

  it('remove an event when it is older than events are kept', async () => {
    const limit = NOON - 400 * DAY;
    for (const at of [limit, limit + 1, NOON]) await insert('events', { at, kind: 'sign_in.failed' });
    await jobs.run();
    expect(await keysOf('events', 'at')).toEqual([limit + 1, NOON]);
    await database.units.run('DELETE FROM leases');
    jobs = new Jobs(database.units, clock, logger, backgroundJobs(readSettings({ EVENTS_KEPT: '1' })));
    await runAt(NOON + 1);
    expect(await keysOf('events', 'at')).toEqual([NOON]);
  });

  it('remove a code when it has expired, spent or not', async () => {
    await insertFamily('a family', { expiresAt: NOON + DAY, accessExpiresAt: NOON + DAY });
    await insertCode('over', NOON);
    await insertCode('spent and over', NOON, { redeemed_at: NOON - 1, family_id: 'a family' });
    await insertCode('alive', NOON + 1);
    await insertCode('spent', NOON + 1, { redeemed_at: NOON - 1, family_id: 'a family' });
    await jobs.run();
    expect(await keysOf('authorization_codes', 'hash')).toEqual(['alive', 'spent']);
    expect(await keysOf('refresh_families', 'id')).toEqual(['a family']);
  });

  it('remove a device code ten minutes after it expired', async () => {
    const limit = NOON - 10 * MINUTE;
    const over = deviceCode('over', { expires_at: limit });
    await insert('device_codes', over, deviceCode('alive', { expires_at: limit + 1 }));
    await jobs.run();
    expect(await keysOf('device_codes', 'hash')).toEqual(['alive']);
  });

  it('keep a family until the day after the last of its tokens', async () => {
    await insertFamily('by its refresh token', { expiresAt: NOON, accessExpiresAt: NOON - 30 * DAY });
    await insertFamily('by its access token', { expiresAt: NOON - 30 * DAY, accessExpiresAt: NOON });
    await insertFamily('a day longer', { expiresAt: NOON + DAY, accessExpiresAt: NOON });
    const midnight = NOON + 12 * HOUR;
    await runAt(midnight - 1);
    expect(await keysOf('refresh_families', 'id')).toHaveLength(3);
    await runAt(midnight);
    expect(await keysOf('refresh_families', 'id')).toEqual(['a day longer']);
    await runAt(midnight + DAY);
    expect(await keysOf('refresh_families', 'id')).toEqual([]);
  });

  it('keep an ended family while an access token may name it, and no longer', async () => {
    await insertFamily('ended', { expiresAt: NOON + 90 * DAY, accessExpiresAt: NOON + 14 * DAY });
    await insertFamily('alive', { expiresAt: NOON + 90 * DAY, accessExpiresAt: NOON + 14 * DAY });
    await database.units.write(() => revokeFamily('ended', NOON));
    await runAt(NOON + 14 * DAY);
    expect(await keysOf('refresh_families', 'id')).toEqual(['alive', 'ended']);
    await runAt(NOON + 15 * DAY);
    expect(await keysOf('refresh_families', 'id')).toEqual(['alive']);
  });

  describe('of an ended grant', () => {
    const endedLongAgo = NOON - HOUR;

    it('remove the row once nothing names it; a living one stays', async () => {
      await insertGrant('ended', 2, endedLongAgo);
      await insertGrant('just ended', 3, endedLongAgo + 1);
      await jobs.run();
      expect(await keysOf('grants', 'id')).toEqual([grantId, 'just ended']);
    });

    it('keep the row, and with it the epoch, while a family names it', async () => {
      await insertGrant('of a family', 3, endedLongAgo);
      await insertFamily('a family', { expiresAt: NOON, accessExpiresAt: NOON }, 'of a family');
      await jobs.run();
      expect(await keysOf('grants', 'id')).toEqual([grantId, 'of a family']);
      await runAt(NOON + DAY);
      expect(await keysOf('grants', 'id')).toEqual([grantId]);
    });

    it('ask no authorization code: one that were still there would be unknown', async () => {
      await insertGrant('of a code', 2, endedLongAgo);
      await insertCode('unspent', NOON + 1, { grant_id: 'of a code' });
      const codes = new CodeRepository(database.units);
      expect(await codes.find('unspent')).toMatchObject({ grantId: 'of a code' });
      await jobs.run();
      expect(await codes.find('unspent')).toBeNull();
    });

    it('keep the row while a device code names it', async () => {
      await insertGrant('of a device', 2, endedLongAgo);
      await insert('device_codes', deviceCode('a', { grant_id: 'of a device', expires_at: NOON }));
      await jobs.run();
      expect(await keysOf('grants', 'id')).toEqual([grantId, 'of a device']);
      await runAt(NOON + 10 * MINUTE);
      expect(await keysOf('grants', 'id')).toEqual([grantId]);
    });

    it('never remove one that begins again at the same moment', async () => {
      const consents = new ConsentRepository(database.units);
      const approve = async (hash: string) => {
        const asked = {
          accountId: 'ada',
          publicClientId: 'client-2',
          redirectUri: '',
          scope: ['notes:read'],
          resource: '',
        };
        const request = {
          responseMode: null,
          state: null,
          nonce: null,
          codeChallenge: null,
          pushedRequest: null,
          signInDemand: null,
        };
        const open = { ...NO_FACTS, ...asked, ...request, hash, expiresAt: clock.time + 1 };
        await consents.open(open);
        const code = { hash, scope: open.scope, expiresAt: clock.time + 1 };
        const found = { ...open, clientId: 2, decidedAt: null };
        const by = { signIn: { sessionId: null, authTime: 1, acr: null }, address: 'an address', allowedWith: null };
        return (await consents.approve(found, code, by, clock.time)) !== null;
      };
      for (let round = 0; round < 10; round += 1) {
        await approve(`${round}`);
        await database.units.run('DELETE FROM authorization_codes');
        const given = (await keysOf('grants', 'id')).find((id) => id !== grantId) as string;
        await database.units.write(() => revokeGrant(given, { at: clock.time, address: null }));
        clock.time += HOUR;
        expect(await Promise.all([approve(`${round} again`), jobs.run()])).toEqual([true, undefined]);
        expect(await keysOf('authorization_codes', 'hash')).toEqual([`${round} again`]);
        expect(await keysOf('grants', 'revoked_at')).toEqual([null, null]);
      }
    });

    it('look at all grants in the end, some at a time', async () => {
      const numbers = 'WITH RECURSIVE n(i) AS (SELECT 10001 UNION ALL SELECT i + 1 FROM n WHERE i < 12500)';
      await database.units.run(`${numbers} INSERT INTO accounts (id, created_at) SELECT 'id-' || i, 1 FROM n`);
      await database.units.run(
        `${numbers} INSERT INTO grants (id, account_id, client_id, scopes, epoch, created_at, revoked_at)
          SELECT 'id-' || i, 'id-' || i, 1, '', 0, 1, CASE WHEN i % 5 = 0 THEN 1 END FROM n`,
      );
      const runs = jest.spyOn(database.units, 'run');
      await jobs.run();
      expect((await keysOf('grants', 'id')).length).toBeGreaterThan(2_001);
      const batches = runs.mock.calls.filter(([text]) => text.startsWith('DELETE FROM grants'));
      expect(batches.length).toBeGreaterThan(5);
      for (const [, ...values] of batches) expect(values.at(-1)).toBeLessThanOrEqual(400);
      await jobs.run();
      expect(await keysOf('grants', 'id')).toHaveLength(2_001);
      await insertGrant('000, the first of all', 2, endedLongAgo);
      await jobs.run();
      expect(await keysOf('grants', 'id')).toHaveLength(2_001);
    });
  });

  it('remove a great many in batches, between which the loop turns', async () => {
    await database.units.write(function* () {
      const text = "INSERT INTO limit_counts (hash, name, slots, last_at, expires_at) VALUES (?, '', '[]', 1, 1)";
      for (let at = 0; at < 1_000; at += 1) yield* run(text, `${at}`);
    });
    const removed: number[] = [];
    const turns: number[] = [];
    const original = database.units.run.bind(database.units);
    jest.spyOn(database.units, 'run').mockImplementation(async (text, ...values) => {
      const count = await original(text, ...values);
      if (text.startsWith('DELETE FROM limit_counts')) {
        removed.push(count);
        setImmediate(() => turns.push(removed.length));
      }
      return count;
    });
    await jobs.run();
    // The time per row is not known yet.
    expect(removed.slice(0, 2)).toEqual([1, 2]);
    expect(removed.length).toBeGreaterThan(3);
    expect(Math.max(...removed)).toBeLessThanOrEqual(400);
    expect(removed.reduce((sum, count) => sum + count)).toBe(1_000);
    expect(turns.slice(0, 3)).toEqual([1, 2, 3]);
  });

  it('end with the batch they are at when the server stops', async () => {
    for (let at = 0; at < 200; at += 1) await insert('limit_counts', { ...COUNT, hash: `${at}`, expires_at: 1 });
    const running = jobs.run();
    jobs.beforeApplicationShutdown();
    await running;
    expect(await keysOf('limit_counts', 'hash')).toHaveLength(200);
    const again = new Jobs(database.units, clock, logger, backgroundJobs(SETTINGS));
    clock.time += 75_000;
    const { units } = database;
    const original = units.run.bind(units);
    jest.spyOn(units, 'run').mockImplementation((text, ...values) => {
      if (text.startsWith('DELETE FROM limit_counts')) again.beforeApplicationShutdown();
      return original(text, ...values);
    });
    await again.run();
    expect(await keysOf('limit_counts', 'hash')).toHaveLength(199);
  });

  it('tell once of what fails, do the rest, and try it again', async () => {
    const move = (from: string, to: string) => database.query(`ALTER TABLE ${from} RENAME TO ${to}`);
    await insertCode('over', NOON);
    await move('sign_in_sessions', 'elsewhere');
    await jobs.run();
    await jobs.run();
    const warning = { job: 'sign_in_sessions', err: expect.anything() as unknown, help };
    expect(warnings.splice(0)).toEqual([warning]);
    expect(await keysOf('authorization_codes', 'hash')).toEqual([]);

    await move('elsewhere', 'sign_in_sessions');
    await insert('sign_in_sessions', session('over', { expires_at: 1 }));
    await jobs.run();
    expect(await keysOf('sign_in_sessions', 'id')).toEqual([]);
    await move('sign_in_sessions', 'elsewhere');
    await jobs.run();
    expect(warnings.splice(0)).toEqual([warning]);
  });

  it('tell once that the database is away', async () => {
    await database.units.drain();
    await jobs.run();
    await jobs.run();
    expect(warnings.splice(0)).toEqual([{ job: 'lease', err: expect.anything() as unknown, help }]);
  });

  it('forget a lease that nobody renewed', async () => {
    await insert('leases', { name: 'another', holder: 'gone', expires_at: NOON });
    await insert('leases', { name: 'a third', holder: 'there', expires_at: NOON + 1 });
    await jobs.run();
    expect(await keysOf('leases', 'name')).toEqual(['a third', 'jobs']);
  });

  it('are done by one process, until its lease is over', async () => {
    const other = new Jobs(database.units, clock, logger, backgroundJobs(SETTINGS));
    const holder = async () => (await keysOf('leases', 'holder'))[0];
    await jobs.run();
    const first = await holder();
    await insertCode('over', NOON);
    await other.run();
    expect(await holder()).toBe(first);
    expect(await keysOf('authorization_codes', 'hash')).toEqual(['over']);
    clock.time += 75_000;
    await other.run();
    expect(await holder()).not.toBe(first);
    expect(await keysOf('authorization_codes', 'hash')).toEqual([]);
    await insertCode('over too', NOON);
    await jobs.run();
    expect(await keysOf('authorization_codes', 'hash')).toEqual(['over too']);
  });

  it('take no notice of a lease from a clock that went wrong', async () => {
    clock.time += 365 * DAY;
    await jobs.run();
    clock.time = NOON;
    await insertCode('over', NOON);
    await new Jobs(database.units, clock, logger, backgroundJobs(SETTINGS)).run();
    expect(await keysOf('authorization_codes', 'hash')).toEqual([]);
  });

  it('have one leader of many that ask at once', async () => {
    const all = Array.from({ length: 10 }, () => new Jobs(database.units, clock, logger, backgroundJobs(SETTINGS)));
    const taken = jest.spyOn(database.units, 'run');
    await Promise.all(all.map((each) => each.run()));
    const leaders = taken.mock.calls.filter(([text]) => text.startsWith('DELETE FROM leases'));
    expect(leaders).toHaveLength(1);
  });
});

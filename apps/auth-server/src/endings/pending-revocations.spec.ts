import { backgroundJobs } from '../model/background-jobs';
import type { Logger } from 'pino';
import { ENGINES } from '../../test/engines';
import {
  PURGE_DAY_OF_REVOKED,
  familiesOf,
  familyOfEach,
  manyGrants,
} from '@consentry/test-support/server/many-families';
import { account, client, family, grant } from '../../test/row-factory';
import { insertRows } from '../../test/stored-rows';
import { AccountChanges } from '../model/own-account/account-changes';
import { Jobs } from '../platform/jobs/jobs';
import { revokeClients } from './client-revocation';
import { DatabaseUnavailableError } from '../platform/database/database-error';
import type { Database } from '../platform/database/open-database';
import { all } from '../platform/database/sql';
import { revokeGrant } from './grant-revocation';
import { GrantRepository } from '../model/grants/grant.repository';
import { giveGrant } from '../model/grants/grant-giving';
import { pendingRevocationJob } from './pending-revocation-job';
import type { PendingRevocation } from './pending-revocation.entity';
import { RevocationInBatches, completeRevocations } from './pending-revocations';
import { readSettings } from '../platform/config/read-settings';

const NOW = 18_000 * 86_400_000;
/** Largest batch. */
const MOST = 400;

const GRANTS = 600;
const LARGE = 3_600;
const FAMILIES = GRANTS + LARGE;

const SETTINGS = readSettings({});
const clock = { time: NOW, passes: 0, now: () => clock.time, elapsed: () => (clock.time += clock.passes) };
const logger = { warn: (entry: unknown) => expect(entry).toBeUndefined() } as unknown as Logger;
const BY = { at: NOW, address: 'an address' };

const COUNT = (of: string) => `SELECT COUNT(*) AS count FROM ${of}`;
const LIVING_FAMILIES = 'refresh_families WHERE revoked_at IS NULL';
const LIVING_GRANTS = 'grants WHERE revoked_at IS NULL';

describe.each(ENGINES)('what an end leaves on $engine', ({ open }) => {
  let database: Database;
  /** Changed rows per table and unit of work. */
  let changed: { grants: number; refresh_families: number }[];

  const count = async (of: string) => (await database.units.read(() => all<{ count: number }>(COUNT(of))))[0]!.count;
  const changedBy = (text: string, rows: number) => ({
    grants: text.startsWith('UPDATE grants') ? rows : 0,
    refresh_families: text.startsWith('UPDATE refresh_families') ? rows : 0,
  });

  function watch(): void {
    changed = [];
    const { units } = database;
    const [write, runOne] = [units.write.bind(units), units.run.bind(units)];
    jest.spyOn(units, 'run').mockImplementation(async (text, ...values) => {
      const rows = await runOne(text, ...values);
      changed.push(changedBy(text, rows));
      return rows;
    });
    jest.spyOn(units, 'write').mockImplementation(async (unit) => {
      let all = { grants: 0, refresh_families: 0 };
      const answer = await write(function* () {
        all = { grants: 0, refresh_families: 0 };
        const running = unit();
        let step = running.next();
        while (!step.done) {
          const result: unknown = yield step.value;
          if (step.value.kind === 'run') {
            const { grants, refresh_families } = changedBy(step.value.text, result as number);
            all = { grants: all.grants + grants, refresh_families: all.refresh_families + refresh_families };
          }
          step = running.next(result);
        }
        return step.value;
      });
      changed.push(all);
      return answer;
    });
  }

  const sumOf = (table: keyof (typeof changed)[number]) => changed.reduce((sum, rows) => sum + rows[table], 0);

  beforeEach(async () => {
    Object.assign(clock, { time: NOW, passes: 0 });
    database = await open();
    await insertRows(database, {
      accounts: ['dev', 'ada', 'bob'].map((id) => account(id)),
      clients: [1, 2].map((id) => client(id, { account_id: 'dev' })),
      grants: [grant('m-large'), grant('other', { account_id: 'bob', client_id: 2 })],
    });
    for (const [text, ...values] of [familiesOf('m-large', LARGE), familiesOf('other', 2)])
      await database.units.run(text, ...values);
  });
  afterEach(async () => {
    jest.restoreAllMocks();
    await database.destroy();
  });

  const begin = async () => {
    for (const [text, ...values] of [...manyGrants(GRANTS, 1), familyOfEach(GRANTS)])
      await database.units.run(text, ...values);
  };
  const deleteClient = () => database.units.write(() => revokeClients('client', 1, BY));
  const runJobs = () => new Jobs(database.units, clock, logger, backgroundJobs(SETTINGS)).run();

  const TOLD = `SELECT address, COUNT(*) AS count, COUNT(DISTINCT account_id) AS accounts FROM events
    WHERE kind = 'grant.ended' AND at = ${NOW} GROUP BY address`;
  /** Everything of the application is revoked, each row once, and nothing else. */
  async function expectEnded(): Promise<void> {
    expect(await count(LIVING_GRANTS)).toBe(1);
    expect(await count(LIVING_FAMILIES)).toBe(2);
    expect(await count(`refresh_families WHERE revoked_at = ${NOW} AND purge_day = ${PURGE_DAY_OF_REVOKED}`)).toBe(
      FAMILIES,
    );
    expect(await database.units.read(() => all(TOLD))).toEqual([
      { address: BY.address, count: GRANTS + 1, accounts: GRANTS + 1 },
    ]);
    expect(await count('grants WHERE epoch = 1')).toBe(GRANTS + 1);
    expect(await count('pending_revocations')).toBe(0);
  }

  it('of an application is ended in batches that are bounded, however many families a grant has', async () => {
    await begin();
    watch();
    const left = await deleteClient();
    expect([sumOf('grants'), sumOf('refresh_families')]).toEqual([0, 0]);
    await completeRevocations(database.units, clock, left);
    await expectEnded();
    for (const table of ['grants', 'refresh_families'] as const) {
      expect(Math.max(...changed.map((rows) => rows[table]))).toBeLessThanOrEqual(MOST);
      expect(Math.max(...changed.map((rows) => rows[table]))).toBeGreaterThan(1);
    }
    expect([sumOf('grants'), sumOf('refresh_families')]).toEqual([GRANTS + 1, FAMILIES]);
  }, 60_000);

  it('is ended once by two who do it at the same time', async () => {
    await begin();
    const [end] = await deleteClient();
    const tie = async () => {
      const revocation = new RevocationInBatches(end!);
      while (await revocation.runBatch(database.units, 300));
    };
    await Promise.all([tie(), tie()]);
    await expectEnded();
  }, 60_000);

  it('is not held for ended by one whose batch another one has ended in that moment', async () => {
    const end: PendingRevocation = { kind: 'grant', subject: 'm-large', ...BY };
    await database.units.write(() => revokeGrant('m-large', BY));
    for (let round = 1; round <= 2; round += 1) {
      const both = [new RevocationInBatches(end), new RevocationInBatches(end)];
      const runBatch = () => Promise.all(both.map((revocation) => revocation.runBatch(database.units, MOST)));
      await runBatch();
      await runBatch();
    }
    expect(await count(LIVING_FAMILIES)).toBeGreaterThan(2);
    expect(await count('pending_revocations')).toBe(1);
  });

  it('is ended by the jobs before another end that failed has its turn again', async () => {
    await database.units.run("INSERT INTO pending_revocations (kind, subject, at) VALUES ('account', 'failing', 1)");
    await database.units.write(() => revokeGrant('m-large', BY));
    const job = pendingRevocationJob();
    const runBatch = () => job.runBatch(database.units, NOW, MOST);
    const failing = jest.spyOn(database.units, 'write').mockRejectedValueOnce(new Error('it fails'));
    await expect(runBatch()).rejects.toThrow('it fails');
    failing.mockRestore();
    while (await runBatch());
    expect(await database.units.read(() => all('SELECT subject FROM pending_revocations'))).toEqual([
      { subject: 'failing' },
    ]);
    while (await runBatch());
    expect(await database.units.read(() => all('SELECT subject FROM pending_revocations'))).toEqual([]);
  }, 60_000);

  it('is waited for two seconds, and the jobs do the rest', async () => {
    await begin();
    const left = await deleteClient();
    clock.passes = 200;
    await completeRevocations(database.units, clock, left);
    expect(clock.time - NOW).toBeLessThan(2_500);
    clock.passes = 0;
    expect(await count('pending_revocations')).toBe(1);
    expect(await count(LIVING_GRANTS)).toBeGreaterThan(1);
    await runJobs();
    await expectEnded();
  }, 60_000);

  it('is left to the jobs where it fails, and its caller does not hear of it', async () => {
    await begin();
    const left = await deleteClient();
    const write = database.units.write.bind(database.units);
    let units = 0;
    const failing = jest.spyOn(database.units, 'write').mockImplementation((unit) => {
      units += 1;
      return units > 3 ? Promise.reject(new DatabaseUnavailableError('gone')) : write(unit);
    });
    await completeRevocations(database.units, clock, left);
    expect(units).toBe(4);
    failing.mockRestore();
    expect(await count(LIVING_GRANTS)).toBeGreaterThan(1);
    await runJobs();
    await expectEnded();
  }, 60_000);

  it('of an account is what it gave, and what was given to its applications', async () => {
    await insertRows(database, { grants: [grant('own', { account_id: 'dev', client_id: 2 })] });
    await database.units.run(familiesOf('own', 3)[0]);
    expect(
      await new AccountChanges(database.units, clock).close({ id: 'dev', passwordHash: null }, { address: null }),
    ).toBe(true);
    expect(await count(LIVING_GRANTS)).toBe(0);
    expect(await count(LIVING_FAMILIES)).toBe(0);
    expect(await count("events WHERE kind = 'grant.ended'")).toBe(3);
    expect(await count('pending_revocations')).toBe(0);
  });

  it('of a grant is ended in bounded batches too, which leave alone what begins again meanwhile', async () => {
    watch();
    clock.passes = 1_000;
    expect(await new GrantRepository(database.units, clock, readSettings({})).end('m-large', 'ada', BY.address)).toBe(
      true,
    );
    clock.passes = 0;
    expect(await count(LIVING_FAMILIES)).toBeGreaterThan(2);
    const again = await database.units.write(() =>
      giveGrant({ accountId: 'ada', clientId: 1, scope: ['a'], sessionId: null }, NOW),
    );
    expect(again).toEqual({ id: 'm-large', epoch: 1, reissues: 0, isNews: true });
    const begun = family('anew', { grant_id: 'm-large', grant_epoch: 1, purge_day: 20_000 });
    await insertRows(database, { refresh_families: [begun] });
    await runJobs();
    expect(await database.units.read(() => all(`SELECT id FROM ${LIVING_FAMILIES} ORDER BY id`))).toEqual([
      { id: 'anew' },
      { id: 'other-1' },
      { id: 'other-2' },
    ]);
    expect(Math.max(...changed.map((rows) => rows.refresh_families))).toBeLessThanOrEqual(MOST);
    expect(await count('pending_revocations')).toBe(0);
  }, 60_000);

  it('of a grant that ends again while its first end is followed is followed once more', async () => {
    const end: PendingRevocation = { kind: 'grant', subject: 'other', at: NOW, address: null };
    const grants = new GrantRepository(database.units, { ...clock, now: () => NOW + 1 }, readSettings({}));
    const late = new RevocationInBatches(end);
    await late.runBatch(database.units, 9);
    clock.passes = 2_000;
    await grants.end('other', 'bob', BY.address);
    clock.passes = 0;
    await late.runBatch(database.units, 9);
    expect(await count('pending_revocations')).toBe(1);
    await runJobs();
    expect(await count('pending_revocations')).toBe(0);
    expect(await count("refresh_families WHERE grant_id = 'other' AND revoked_at IS NULL")).toBe(0);
  });
});

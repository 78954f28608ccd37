import { backgroundJobs } from '../../model/background-jobs';
import { Client } from 'pg';
import type { Logger } from 'pino';
import { ENGINES, SQLITE } from '../../../test/engines';
import { freshDatabase } from '@consentry/test-support/postgres/databases';
import { queryPostgres } from '@consentry/test-support/postgres/query';
import { account, client, family, grant, secret } from '../../../test/row-factory';
import { insertRows } from '../../../test/stored-rows';
import { AccountChanges } from '../../model/own-account/account-changes';
import { revokeClients } from '../../endings/client-revocation';
import { ConsentRepository } from '../../model/consents/consent.repository';
import type { Database } from '../database/open-database';
import { openPostgres } from '../database/postgres/postgres-data-source';
import { all } from '../database/sql';
import { pendingRevocationJob } from '../../endings/pending-revocation-job';
import { completeRevocations } from '../../endings/pending-revocations';
import { purgeGrants } from '../../endings/grant-purge';
import { NO_FACTS } from '../../protocol/request/authorization-facts';
import { Jobs } from './jobs';
import { readSettings } from '../config/read-settings';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const NOW = 20_000 * DAY;

const SETTINGS = readSettings({});
const clock = { time: NOW, now: () => clock.time, elapsed: () => clock.time };
const logger = { warn: (entry: unknown) => expect(entry).toBeUndefined() } as unknown as Logger;

/** Ada closes her account, or the developer deletes the application, during her approval. */
const ENDS: Record<string, (database: Database) => Promise<unknown>> = {
  'an account that is closed': ({ units }) =>
    new AccountChanges(units, clock).close({ id: 'ada', passwordHash: null }, { address: null }),
  'an application that is deleted': ({ units }) =>
    units
      .write(() => revokeClients('client', 1, { at: NOW, address: null }))
      .then((left) => completeRevocations(units, clock, left)),
};

async function prepare(database: Database): Promise<void> {
  clock.time = NOW;
  await insertRows(database, {
    accounts: ['dev', 'ada', 'bob'].map((id) => account(id)),
    clients: [1, 2].map((id) => client(id, { account_id: 'dev' })),
    client_secrets: [secret('s', 1)],
  });
}

const rowsOf = <Row>(database: Database, text: string) => database.units.read(() => all<Row>(text));
const LIVING = 'SELECT account_id AS account, client_id AS client FROM grants WHERE revoked_at IS NULL';
const livingOf = (database: Database) => rowsOf(database, LIVING);

/** A trusted issuer's sign-in has no session. */
const BY = { signIn: { sessionId: null, authTime: 1, acr: null }, address: '::1', allowedWith: null };

/** Ada opens a consent session. @returns a function that approves it. */
async function open({ units }: Database, hash = 'first'): Promise<() => Promise<boolean>> {
  const consents = new ConsentRepository(units);
  const asked = {
    accountId: 'ada',
    publicClientId: 'c1',
    redirectUri: '',
    scope: ['a'],
    resource: '',
    expiresAt: NOW + 1,
  };
  const request = {
    responseMode: null,
    state: null,
    nonce: null,
    codeChallenge: null,
    pushedRequest: null,
    signInDemand: null,
  };
  const consent = { ...NO_FACTS, ...asked, ...request, hash };
  await consents.open(consent);
  const found = { ...consent, clientId: 1, decidedAt: null };
  return async () => (await consents.approve(found, { hash, scope: ['a'], expiresAt: NOW + 1 }, BY, NOW)) !== null;
}

describe.each(ENGINES)('what was given in the very moment of an end, on $engine', ({ open: openDatabase }) => {
  let database: Database;

  beforeEach(async () => {
    database = await openDatabase();
    await prepare(database);
  });
  afterEach(() => database.destroy());

  const run = () => new Jobs(database.units, clock, logger, backgroundJobs(SETTINGS)).run();

  it.each(Object.entries(ENDS))(
    'of %s lives until the jobs come at most, and is gone an hour later',
    async (_, end) => {
      const approve = await open(database);
      await Promise.all([approve(), end(database)]);
      await run();
      expect(await livingOf(database)).toEqual([]);
      expect(await (await open(database, 'again'))()).toBe(false);
      clock.time += HOUR;
      await run();
      expect(await rowsOf(database, 'SELECT id FROM grants')).toEqual([]);
    },
  );

  it.each([
    ['account was closed', "UPDATE accounts SET closed_at = 1 WHERE id = 'ada'"],
    ['application was deleted', 'UPDATE clients SET revoked_at = 1, enabled = FALSE WHERE id = 1'],
  ])('is ended, with its families and an event each, where the %s', async (_, ended) => {
    const alive = { access_expires_at: NOW + DAY, expires_at: NOW + 90 * DAY, purge_day: 20_091 };
    await insertRows(database, {
      grants: [
        grant('g1', { epoch: 3 }),
        grant('g2', { account_id: 'bob', client_id: 2, epoch: 3 }),
        grant('g3', { account_id: 'dev', client_id: 2, epoch: 3 }),
      ],
      refresh_families: [family('f1', { grant_id: 'g1', ...alive }), family('f2', { grant_id: 'g2', ...alive })],
    });
    // Disabled is not revoked: the grants work again when it is enabled.
    await database.units.run('UPDATE clients SET enabled = FALSE WHERE id = 2');
    await database.units.run(ended);
    await run();
    expect(await rowsOf(database, 'SELECT id, epoch, revoked_at AS at FROM grants ORDER BY id')).toEqual([
      { id: 'g1', epoch: 4, at: NOW },
      { id: 'g2', epoch: 3, at: null },
      { id: 'g3', epoch: 3, at: null },
    ]);
    expect(await rowsOf(database, 'SELECT id, revoked_at AS at FROM refresh_families ORDER BY id')).toEqual([
      { id: 'f1', at: NOW },
      { id: 'f2', at: null },
    ]);
    await run();
    expect(await rowsOf(database, 'SELECT at, kind, account_id AS account, client_id AS client FROM events')).toEqual([
      { at: NOW, kind: 'grant.ended', account: 'ada', client: 'c1' },
    ]);
  });

  it('is left alone where the application is there again by then, as one that its document describes may be', async () => {
    const approve = await open(database);
    await approve();
    await database.units.run('UPDATE clients SET revoked_at = 1 WHERE id = 1');
    const read = database.units.read.bind(database.units);
    jest.spyOn(database.units, 'read').mockImplementationOnce(async (unit) => {
      const rows = await read(unit);
      await database.units.run('UPDATE clients SET revoked_at = NULL WHERE id = 1');
      return rows;
    });
    await purgeGrants().runBatch(database.units, NOW, 9);
    await pendingRevocationJob().runBatch(database.units, NOW, 9);
    expect(await rowsOf(database, 'SELECT revoked_at FROM clients WHERE id = 1')).toEqual([{ revoked_at: null }]);
    expect(await livingOf(database)).toEqual([{ account: 'ada', client: 1 }]);
  });
});

it.each(Object.entries(ENDS))(
  'SQLite, where one is over before the next, leaves nothing of %s alive',
  async (_, end) => {
    const database = await SQLITE.open();
    await prepare(database);
    const approve = await open(database);
    const [given] = await Promise.all([approve(), end(database)]);
    expect(given).toBe(true);
    expect(await livingOf(database)).toEqual([]);
    expect(await (await open(database, 'again'))()).toBe(false);
    await database.destroy();
  },
);

describe('an approval on PostgreSQL that passes between what an end has seen and what it writes', () => {
  const WAITING = `SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;
  let url: string;
  let database: Database;
  let holder: Client;

  beforeEach(async () => {
    url = await freshDatabase();
    database = await openPostgres(url, 4);
    await prepare(database);
    holder = new Client(url);
    await holder.connect();
  });
  afterEach(async () => {
    await holder.end();
    await database.destroy();
  });

  const isWaiting = async () => (await queryPostgres(url, WAITING)).length > 0;

  /** A row lock that the revocation needs and an approval does not. */
  it.each([
    ['an account that is closed', "SELECT 1 FROM accounts WHERE id = 'ada' FOR KEY SHARE"],
    ['an application that is deleted', "SELECT 1 FROM client_secrets WHERE id = 's' FOR UPDATE"],
  ])('gives of %s nothing that outlives it: what follows an end sees it', async (name, hold) => {
    const approve = await open(database);
    await holder.query(`BEGIN; ${hold}`);
    const ending = ENDS[name]!(database);
    while (!(await isWaiting()));
    expect(await approve()).toBe(true);
    await holder.query('COMMIT');
    await ending;
    expect(await livingOf(database)).toEqual([]);
  });

  it('gives nothing of an application that was deleted while it waited: it runs again, and sees the end', async () => {
    const approve = await open(database);
    await holder.query('BEGIN; SELECT 1 FROM consent_sessions FOR UPDATE');
    const approving = approve();
    while (!(await isWaiting()));
    await ENDS['an application that is deleted']!(database);
    await holder.query('COMMIT');
    expect(await approving).toBe(false);
    expect(await livingOf(database)).toEqual([]);
  });
});

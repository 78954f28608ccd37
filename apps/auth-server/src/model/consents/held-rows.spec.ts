import { Client } from 'pg';
import { migratedDatabase } from '@consentry/test-support/server/migrated';
import { dropFreshDatabases } from '@consentry/test-support/postgres/databases';
import { queryPostgres } from '@consentry/test-support/postgres/query';
import { account, client } from '../../../test/row-factory';
import { insertRows } from '../../../test/stored-rows';
import { type PostgresDataSource, openPostgres } from '../../platform/database/postgres/postgres-data-source';
import { NO_FACTS } from '../../protocol/request/authorization-facts';
import type { OpenConsent } from './consent-opening';
import { ConsentRepository } from './consent.repository';

const NOW = 1_763_600_000_000;
const REQUEST = {
  responseMode: null,
  state: null,
  nonce: null,
  codeChallenge: null,
  pushedRequest: null,
  signInDemand: null,
};

const NOTHING = { scopes: [], since: null };
const CLOSE = "UPDATE accounts SET email_key = NULL, closed_at = 1 WHERE id = 'bob'";

describe('consents on PostgreSQL while another transaction holds a row that one of them needs', () => {
  let url: string;
  let dataSource: PostgresDataSource;
  let consents: ConsentRepository;
  let holder: Client;

  beforeEach(async () => {
    url = await migratedDatabase();
    dataSource = await openPostgres(url, 10);
    await insertRows(dataSource, {
      accounts: ['dev', 'ada', 'bob', 'cyd'].map((id) => account(id)),
      clients: [client(1, { account_id: 'dev' })],
    });
    consents = new ConsentRepository(dataSource.units);
    holder = new Client(url);
    await holder.connect();
  });
  afterEach(async () => {
    await holder.end();
    await dataSource.destroy();
  });
  afterAll(dropFreshDatabases);

  const consentOf = (accountId: string, hash = accountId): OpenConsent => ({
    ...NO_FACTS,
    ...REQUEST,
    hash,
    accountId,
    publicClientId: 'c1',
    redirectUri: 'u',
    scope: ['a'],
    resource: 'r',
    expiresAt: NOW + 1,
  });
  const open = (accountId: string, hash?: string) => consents.open(consentOf(accountId, hash));
  const approve = (accountId: string, { hash = accountId, scope = ['a'] } = {}) =>
    consents
      .approve(
        { ...consentOf(accountId, hash), clientId: 1, decidedAt: null },
        { hash, scope, expiresAt: NOW + 1 },
        { signIn: { sessionId: null, authTime: NOW, acr: null }, address: '::1', allowedWith: null },
        NOW,
      )
      .then((given) => given !== null);
  const END = "UPDATE grants SET revoked_at = 1, epoch = epoch + 1 WHERE account_id = 'bob'";
  const selectGrant = () => queryPostgres(url, "SELECT revoked_at, epoch FROM grants WHERE account_id = 'bob'");

  /** Each account has granted the scope before. */
  async function openAgain(): Promise<void> {
    for (const id of ['ada', 'bob', 'cyd']) await open(id, `${id} before`);
    for (const id of ['ada', 'bob', 'cyd']) expect(await approve(id, { hash: `${id} before` })).toBe(true);
    for (const id of ['ada', 'bob', 'cyd']) await open(id);
  }

  const WAITING = `SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;

  /** Writes for three accounts at once while bob's rows are locked. @returns bob's answer after the unlock. */
  async function whileHeld<T>(statement: string, write: (accountId: string) => Promise<T>) {
    await holder.query('BEGIN');
    await holder.query(statement);
    let isHeld = true;
    const bob = write('bob').then((answer) => ({ answer, isHeld }));
    const others = await Promise.all([write('ada'), write('cyd')]);
    while ((await queryPostgres(url, WAITING)).length === 0);
    isHeld = false;
    await holder.query('COMMIT');
    const { answer, isHeld: wasHeld } = await bob;
    expect(wasHeld).toBe(false);
    return { others, bob: answer };
  }

  it('begins those of others while an account is being closed', async () => {
    expect(await whileHeld(CLOSE, (id) => open(id))).toEqual({ others: [NOTHING, NOTHING], bob: NOTHING });
  });

  it('approves those of others while a grant that another one widens is being ended', async () => {
    await openAgain();
    const widen = (accountId: string) => approve(accountId, { scope: ['a', 'b'] });
    expect(await whileHeld(END, widen)).toEqual({ others: [true, true], bob: true });
    expect(await selectGrant()).toEqual([{ revoked_at: null, epoch: 1 }]);
  });

  it('approves again what a grant holds already while it is being ended: the code is of the epoch that ends', async () => {
    await openAgain();
    await holder.query('BEGIN');
    await holder.query(END);
    expect(await Promise.all(['ada', 'bob', 'cyd'].map((id) => approve(id)))).toEqual([true, true, true]);
    await holder.query('COMMIT');
    expect(await selectGrant()).toEqual([{ revoked_at: 1, epoch: 1 }]);
    expect(await queryPostgres(url, "SELECT grant_epoch FROM authorization_codes WHERE hash = 'bob'")).toEqual([
      { grant_epoch: 0 },
    ]);
  });

  it('approves those of others while an account is being closed, and none of that account', async () => {
    for (const id of ['ada', 'bob', 'cyd']) await open(id);
    expect(await whileHeld(CLOSE, (id) => approve(id))).toEqual({ others: [true, true], bob: false });
    expect(await queryPostgres(url, 'SELECT account_id AS id FROM grants ORDER BY 1')).toEqual([
      { id: 'ada' },
      { id: 'cyd' },
    ]);
  });
});

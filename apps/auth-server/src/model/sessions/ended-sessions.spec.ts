import { Client } from 'pg';
import { ENGINES } from '../../../test/engines';
import { migratedDatabase } from '@consentry/test-support/server/migrated';
import { queryPostgres } from '@consentry/test-support/postgres/query';
import { account, client, code, deviceCode, grant, session } from '../../../test/row-factory';
import { insertRows } from '../../../test/stored-rows';
import type { FoundCode } from '../codes/code.repository';
import { redemptionOn } from '../codes/redemption.engine';
import { ConsentRepository } from '../consents/consent.repository';
import type { Database } from '../../platform/database/open-database';
import { type PostgresDataSource, openPostgres } from '../../platform/database/postgres/postgres-data-source';
import { all } from '../../platform/database/sql';
import { DeviceRepository } from '../devices/device.repository';
import { NO_FACTS } from '../../protocol/request/authorization-facts';
import type { Approved } from '../../protocol/device/device-polling';
import { SessionRepository } from './session.repository';

const NOW = 1_763_600_000_000;
const TIMES = { expiresAt: NOW + 2, accessExpiresAt: NOW + 1 };
const OPENID = { scope_asked: 'openid a', scope_granted: 'openid a' };
const APPROVED = { decided_at: 1, grant_id: 'g', grant_epoch: 0, sid: 'its' };
const OFFLINE = 'a offline_access';

const STORED = {
  accounts: [account('ada')],
  clients: [client(1)],
  grants: [grant('g')],
  sign_in_sessions: [session('its'), session('another')],
  authorization_codes: [
    code('k', { sid: 'its' }),
    code('k openid', { sid: 'its', ...OPENID }),
    code('k offline', { sid: 'its', scope_asked: OFFLINE, scope_granted: OFFLINE }),
    code('k of no session'),
  ],
  device_codes: [
    deviceCode('d', { ...APPROVED, scope_granted: 'a' }),
    deviceCode('d offline', { ...APPROVED, scope_granted: OFFLINE }),
  ],
};

const CONSENT = {
  accountId: 'ada',
  publicClientId: 'c1',
  redirectUri: '',
  scope: ['a'],
  resource: 'r',
  expiresAt: NOW + 1,
};
const REQUEST = {
  responseMode: null,
  state: null,
  nonce: null,
  codeChallenge: null,
  pushedRequest: null,
  signInDemand: null,
};
const by = (sessionId: string | null) => ({
  signIn: { sessionId, authTime: 1, acr: null },
  address: '::1',
  allowedWith: null,
});

const redeemerOf = ({ units }: Database) => {
  const redemption = redemptionOn(units);
  const rule = (code: FoundCode | null) => ({ code: code!, left: null });
  return async (hash: string, id = `of ${hash}`) =>
    (await redemption.redeem({ hash, now: NOW, isAbandoned: () => false }, { id, dpopJkt: null, ...TIMES }, rule))
      .isFirst;
};

/** A session ends by its row, by its expiry, or with its row deleted. */
const ENDS = {
  nothing: 'SELECT 1',
  'it was ended': "UPDATE sign_in_sessions SET revoked_at = 1 WHERE id = 'its'",
  'it expired': `UPDATE sign_in_sessions SET expires_at = ${NOW} WHERE id = 'its'`,
  'it was removed when its time came': "DELETE FROM sign_in_sessions WHERE id = 'its'",
};

describe.each(ENGINES)('what hangs on a sign-in session, on $engine', ({ open }) => {
  let database: Database;

  beforeEach(async () => {
    database = await open();
    await insertRows(database, STORED);
  });
  afterEach(() => database.destroy());

  it.each(Object.entries(ENDS))('is judged by its row, where %s', async (name, end) => {
    const isAlive = name === 'nothing';
    const { units } = database;
    const [consents, devices] = [new ConsentRepository(units), new DeviceRepository(units)];
    const redeem = redeemerOf(database);
    const consentOf = async (hash: string, sid: string | null) => {
      const consent = { ...NO_FACTS, ...CONSENT, ...REQUEST, hash, sid };
      await consents.open(consent);
      return { ...consent, clientId: 1, decidedAt: null };
    };
    const opened = await Promise.all(['1', '2', '3', '4'].map((hash) => consentOf(hash, 'its')));
    const openedElsewhere = await consentOf('5', 'another');
    const openedByToken = await consentOf('6', null);
    if (!isAlive) await units.run(end);

    expect(await redeem('k')).toBe(isAlive);
    expect(await redeem('k openid')).toBe(isAlive);
    expect(await redeem('k offline')).toBe(true);
    expect(await redeem('k of no session')).toBe(true);
    for (const [hash, lives] of Object.entries({ d: isAlive, 'd offline': true })) {
      const device = (await devices.find(hash)) as Approved<NonNullable<Awaited<ReturnType<typeof devices.find>>>>;
      expect(await devices.redeem(device, { id: hash, dpopJkt: null, ...TIMES }, NOW)).toBe(lives);
    }
    const approve = async (consent: (typeof opened)[0], sessionId: string | null) => {
      const code = { hash: `by ${consent.hash}`, scope: ['a'], expiresAt: NOW + 1 };
      return (await consents.approve(consent, code, by(sessionId), NOW)) !== null;
    };
    expect(await approve(opened[0]!, 'its')).toBe(isAlive);
    expect(await approve(opened[1]!, 'another')).toBe(isAlive);
    expect(await consents.reject(opened[2]!, by('another'), NOW)).toBe(isAlive);
    expect(await consents.close(opened[3]!, by('another'), NOW)).toBe(isAlive);
    // Otherwise a code with offline_access would outlive the session.
    expect(await approve(openedElsewhere, 'its')).toBe(isAlive);
    expect(await approve(openedByToken, null)).toBe(true);
  });

  it('is the session of a family where OpenID Connect began it', async () => {
    const redeem = redeemerOf(database);
    for (const { hash } of STORED.authorization_codes) await redeem(hash, hash);
    const families = await database.units.read(() => all('SELECT id, sid FROM refresh_families ORDER BY id'));
    expect(families).toEqual([
      { id: 'k', sid: null },
      { id: 'k of no session', sid: null },
      { id: 'k offline', sid: null },
      { id: 'k openid', sid: 'its' },
    ]);
  });

  it('takes no approval of a device by a session that has ended', async () => {
    const devices = new DeviceRepository(database.units);
    await insertRows(database, { device_codes: [deviceCode('w')] });
    await database.units.run(ENDS['it was ended']);
    const device = (await devices.find('w'))!;
    const approve = async (sid: string) => {
      const approval = { clientId: 1, scope: ['a'], sid, authentication: null, allowedWith: null };
      return (await devices.approve(device, approval, { accountId: 'ada', address: '::1' }, NOW)) !== null;
    };
    expect(await approve('its')).toBe(false);
    expect(await approve('another')).toBe(true);
  });
});

describe('a code and the end of its session at the same moment, on PostgreSQL', () => {
  const WAITING = `SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;
  let url: string;
  let dataSource: PostgresDataSource;
  let holder: Client;

  beforeEach(async () => {
    url = await migratedDatabase();
    dataSource = await openPostgres(url, 10);
    await insertRows(dataSource, STORED);
    holder = new Client(url);
    await holder.connect();
    await holder.query('BEGIN');
  });
  afterEach(async () => {
    await holder.end();
    await dataSource.destroy();
  });

  const waitFor = async (count: number) => {
    while ((await queryPostgres(url, WAITING)).length < count);
  };

  it.each(['k', 'k openid'])('%s is not redeemed where the end came first; others do not wait for it', async (hash) => {
    await insertRows(dataSource, {
      accounts: [account('bob')],
      grants: [grant('h', { account_id: 'bob' })],
      sign_in_sessions: [session("bob's", { account_id: 'bob' })],
      authorization_codes: [code("bob's", { ...OPENID, grant_id: 'h', sid: "bob's" })],
    });
    await holder.query(ENDS['it was ended']);
    const redeem = redeemerOf(dataSource);
    const [redeemed, other] = [redeem(hash), redeem("bob's")];
    expect(await other).toBe(true);
    await waitFor(1);
    await holder.query('COMMIT');
    expect(await redeemed).toBe(false);
    expect(await queryPostgres(url, "SELECT id FROM refresh_families WHERE grant_id = 'g'")).toEqual([]);
  });

  it('the end meets the family where the code came first', async () => {
    // Blocks the redemption after it has locked the session.
    await holder.query("SELECT 1 FROM grants WHERE id = 'g' FOR UPDATE");
    const redeemed = redeemerOf(dataSource)('k openid', 'f');
    await waitFor(1);
    const ended = new SessionRepository(dataSource.units).end('its', 'ada', NOW, '::1');
    await waitFor(2);
    await holder.query('COMMIT');
    expect(await redeemed).toBe(true);
    await ended;
    expect(await queryPostgres(url, 'SELECT id, revoked_at FROM refresh_families')).toEqual([
      { id: 'f', revoked_at: NOW },
    ]);
  });
});

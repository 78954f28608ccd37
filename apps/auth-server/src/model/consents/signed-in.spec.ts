import { account, client, grant, session } from '../../../test/row-factory';
import { type Row, insertRows, readRows } from '../../../test/stored-rows';
import { openFile } from '../../../test/database';
import { dropFreshDatabases, freshDatabase } from '@consentry/test-support/postgres/databases';
import type { Database } from '../../platform/database/open-database';
import { openPostgres } from '../../platform/database/postgres/postgres-data-source';
import { NO_FACTS } from '../../protocol/request/authorization-facts';
import type { OpenConsent } from './consent-opening';
import { ConsentRepository } from './consent.repository';
import { REMEMBERED } from './consent-session.entity';

const NOW = 1_763_600_000_000;
const TIMES = { created_at: NOW - 500, expires_at: NOW + 1 };
const STORED = {
  accounts: [
    account('ada', { name: 'Ada', email: 'ada@example.com' }),
    account('bob'),
    account('cyd', { closed_at: NOW - 1 }),
  ],
  clients: [client(1)],
  sign_in_sessions: [
    session('living', TIMES),
    session('ended', { ...TIMES, revoked_at: NOW - 1 }),
    session('expired', { ...TIMES, expires_at: NOW }),
    session("bob's", { ...TIMES, account_id: 'bob' }),
    session("cyd's", { ...TIMES, account_id: 'cyd' }),
  ],
  grants: [grant('g', { scopes: 'a b' })],
};

const CONSENT: OpenConsent = {
  ...NO_FACTS,
  hash: 'h',
  accountId: 'ada',
  publicClientId: 'c1',
  redirectUri: 'u',
  scope: ['a'],
  resource: 'r',
  responseMode: null,
  state: 'a\0b',
  nonce: null,
  codeChallenge: null,
  pushedRequest: null,
  signInDemand: null,
  expiresAt: NOW + 1,
};

const claimOf = (accountId: string, sessionId: string, signedInAt = TIMES.created_at) => ({
  accountId,
  sessionId,
  signedInAt,
});
const LIVING = claimOf('ada', 'living');

/** Session tokens without a session. */
const NOBODYS = [
  claimOf('ada', 'ended'),
  claimOf('ada', 'expired'),
  claimOf('ada', 'unknown'),
  claimOf('ada', "bob's"),
  claimOf('cyd', "cyd's"),
  // From before the account signed in again in it.
  claimOf('ada', 'living', TIMES.created_at - 1),
];

afterAll(dropFreshDatabases);

const NOTHING = { scopes: [], since: null };

describe.each([
  ['SQLite', () => openFile()],
  ['PostgreSQL', async () => openPostgres(await freshDatabase(), 4)],
])('a consent session of whom a session token names, on %s', (_name, open: () => Promise<Database>) => {
  let database: Database;
  let consents: ConsentRepository;

  beforeEach(async () => {
    database = await open();
    await insertRows(database, STORED);
    consents = new ConsentRepository(database.units);
  });
  afterEach(() => database.destroy());

  const stored = async (...columns: string[]) =>
    (await readRows(database, 'consent_sessions')).map((row: Row) => columns.map((column) => row[column]));

  it('begins, and tells who that is and what was granted before', async () => {
    expect(await consents.openSignedIn(CONSENT, LIVING, NOW)).toEqual({
      account: { id: 'ada', name: 'Ada', email: 'ada@example.com' },
      granted: { scopes: ['a', 'b'], since: 1 },
    });
    const bobs = { ...CONSENT, hash: 'i', accountId: 'bob' };
    const bob = { id: 'bob', name: null, email: null };
    expect(await consents.openSignedIn(bobs, claimOf('bob', "bob's"), NOW)).toEqual({ account: bob, granted: NOTHING });
    expect(await stored('hash', 'account_id')).toEqual([
      ['h', 'ada'],
      ['i', 'bob'],
    ]);
  });

  it('takes the time of the sign-in from its row, where it tells of the sign-in at all', async () => {
    await consents.openSignedIn(CONSENT, LIVING, NOW);
    await consents.openSignedIn({ ...CONSENT, hash: 'i', acr: 'a class' }, LIVING, NOW);
    expect(await stored('hash', 'auth_time', 'acr')).toEqual([
      ['h', null, null],
      ['i', NOW - 500, 'a class'],
    ]);
  });

  it('does not begin where nobody is signed in, nor for one of those who ask together', async () => {
    const begun = await Promise.all([
      consents.openSignedIn({ ...CONSENT, hash: 'i' }, LIVING, NOW),
      ...NOBODYS.map((claim, n) =>
        consents.openSignedIn({ ...CONSENT, hash: `${n}`, accountId: claim.accountId }, claim, NOW),
      ),
      // An account of a trusted issuer has no session.
      consents.open({ ...CONSENT, hash: 'j', accountId: 'bob', authTime: 5, acr: 'a class' }),
    ]);
    expect(begun).toEqual([
      expect.objectContaining({ granted: { scopes: ['a', 'b'], since: 1 } }),
      ...NOBODYS.map(() => null),
      NOTHING,
    ]);
    expect(await stored('hash', 'auth_time')).toEqual([
      ['i', null],
      ['j', 5],
    ]);
  });

  it('is found, for an hour after its end too', async () => {
    await consents.open(CONSENT);
    const { hash, accountId, publicClientId, redirectUri, scope, resource, state, expiresAt } = CONSENT;
    const asked = { hash, accountId, publicClientId, redirectUri, scope, resource, state, expiresAt };
    const found = { ...asked, pushedRequest: null, signInDemand: null, authorizationDetails: null, decidedAt: null };
    const signIn = { sessionId: 'living', authTime: NOW - 500, acr: 'urn:consentry:acr:password' };
    expect(await consents.findSignedIn('h', LIVING, NOW)).toMatchObject({ consent: found, signIn });
    expect(await consents.find('h', 'ada', NOW + REMEMBERED)).toMatchObject(found);
    expect(await consents.find('h', 'ada', NOW + REMEMBERED + 1)).toBeNull();
    await database.units.run('UPDATE sign_in_sessions SET expires_at = ?', NOW + 2 * REMEMBERED);
    expect(await consents.findSignedIn('h', LIVING, NOW + REMEMBERED)).toMatchObject({ consent: found, signIn });
    expect(await consents.findSignedIn('h', LIVING, NOW + REMEMBERED + 1)).toBeNull();
  });

  it('is not found by another account, nor where nobody is signed in', async () => {
    await consents.open(CONSENT);
    await consents.open({ ...CONSENT, hash: 'i', accountId: 'cyd' });
    expect(await consents.findSignedIn('h', claimOf('bob', "bob's"), NOW)).toBeNull();
    for (const claim of NOBODYS)
      for (const hash of ['h', 'i']) expect(await consents.findSignedIn(hash, claim, NOW)).toBeNull();
  });
});

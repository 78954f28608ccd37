import { account, client, grant } from '../../../test/row-factory';
import { insertRows } from '../../../test/stored-rows';
import { openFile } from '../../../test/database';
import { dropFreshDatabases, freshDatabase } from '@consentry/test-support/postgres/databases';
import type { Database } from '../../platform/database/open-database';
import { openPostgres } from '../../platform/database/postgres/postgres-data-source';
import { NO_FACTS } from '../../protocol/request/authorization-facts';
import type { OpenConsent } from './consent-opening';
import { ConsentRepository } from './consent.repository';
import { REMEMBERED } from './consent-session.entity';

const NOW = 1_763_600_000_000;
const STORED = {
  accounts: [
    account('ada', { name: 'Ada', email: 'ada@example.com' }),
    account('bob'),
    account('cyd', { closed_at: NOW - 1 }),
  ],
  clients: [client(1)],
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

afterAll(dropFreshDatabases);

const NOTHING = { scopes: [], since: null };

describe.each([
  ['SQLite', () => openFile()],
  ['PostgreSQL', async () => openPostgres(await freshDatabase(), 4)],
])('a consent session, on %s', (_name, open: () => Promise<Database>) => {
  let database: Database;
  let consents: ConsentRepository;

  beforeEach(async () => {
    database = await open();
    await insertRows(database, STORED);
    consents = new ConsentRepository(database.units);
  });
  afterEach(() => database.destroy());

  it('begins, and tells what was granted before', async () => {
    expect(await consents.open(CONSENT)).toEqual({ scopes: ['a', 'b'], since: 1 });
    expect(await consents.open({ ...CONSENT, hash: 'i', accountId: 'bob' })).toEqual(NOTHING);
  });

  it('is found, for an hour after its end too', async () => {
    await consents.open(CONSENT);
    const { hash, accountId, publicClientId, redirectUri, scope, resource, state, expiresAt } = CONSENT;
    const asked = { hash, accountId, publicClientId, redirectUri, scope, resource, state, expiresAt };
    const found = { ...asked, pushedRequest: null, signInDemand: null, authorizationDetails: null, decidedAt: null };
    expect(await consents.find('h', 'ada', NOW + REMEMBERED)).toMatchObject(found);
    expect(await consents.find('h', 'ada', NOW + REMEMBERED + 1)).toBeNull();
  });

  it('is not found by another account', async () => {
    await consents.open(CONSENT);
    expect(await consents.find('h', 'bob', NOW)).toBeNull();
  });
});

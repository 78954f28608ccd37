import { ENGINES } from '../../test/engines';
import type { Database } from '../platform/database/open-database';
import { all, run } from '../platform/database/sql';
import { LAST_EXPIRY } from './last-expiry';
import { recordRevocation, recordRevocations } from './record-revocation';

const NOW = 1_763_600_000_000;
const YEAR = 365 * 86_400;

const INSERT_KEY = `INSERT INTO signing_keys (kid, alg, purpose, public_jwk, sealed_private_key, longest_token_ttl,
  created_at, sequence, signs_from, signs_until) VALUES (?, 'ES256', 'access_token', '{}', '', ?, 1, ?, 1, 2)`;

describe.each(ENGINES)('an entry on $engine', ({ open }) => {
  let database: Database;
  beforeEach(async () => {
    database = await open();
  });
  afterEach(() => database.destroy());

  const rows = () =>
    database.units.read(() =>
      all('SELECT kind, subject, client_id AS "clientId", below, at, expires_at AS "expiresAt" FROM revocations'),
    );
  const ROW = { kind: 'family', subject: 'f', clientId: null, below: null, at: NOW };

  it('is held until the longest tokens of any key have expired, by a clock that is a minute ahead', async () => {
    for (const [at, ttl] of [60, YEAR, 3600].entries())
      await database.units.write(() => run(INSERT_KEY, `key-${at}`, ttl, at + 1));
    await database.units.write(() => recordRevocation({ kind: 'family', subject: 'f', at: NOW }));
    expect(await rows()).toEqual([{ ...ROW, expiresAt: NOW + 1000 * YEAR + 60_000 }]);
  });

  it('or until its own time', async () => {
    const given = { kind: 'grant', subject: 'ada', clientId: 'app', below: 3, at: NOW, expiresAt: NOW + 5 } as const;
    await database.units.write(() => recordRevocation(given));
    expect(await rows()).toEqual([given]);
  });

  it('is written for every row of a query', async () => {
    const select = `SELECT 'family', id, NULL, NULL, ?, ${LAST_EXPIRY}, NULL, NULL FROM accounts WHERE id <> ?`;
    const record = () => database.units.write(() => recordRevocations(NOW, select, NOW, NOW, 'eve'));
    expect(await record()).toBe(0);
    for (const id of ['f', 'eve'])
      await database.units.write(() => run('INSERT INTO accounts (id, created_at) VALUES (?, 1)', id));
    expect(await record()).toBe(1);
    expect(await rows()).toEqual([{ ...ROW, expiresAt: NOW + 60_000 }]);
  });
});

import { ENGINES } from '../../../test/engines';
import type { Database } from '../../platform/database/open-database';
import { type KeyPolicy, publicKeys, signingKey } from '../../protocol/signing/key-schedule';
import { SigningKeyRepository } from './signing/signing-key.repository';

const DAY = 86_400_000;
const NOW = 1_700_000_000_000;
const TTL = 14 * 86_400;
const POLICY: KeyPolicy = { alg: 'ES256', rotation: 90 * 86_400, announce: 86_400, retire: 60 };

const ROWS = [
  "INSERT INTO accounts (id, created_at) VALUES ('a', 1)",
  `INSERT INTO clients (id, client_id, account_id, name, type, enabled, require_client_authentication,
     loopback_any_port, created_at) VALUES (1, 'c', 'a', 'App', 'public', TRUE, FALSE, FALSE, 1)`,
  "INSERT INTO grants (id, account_id, client_id, scopes, epoch, created_at) VALUES ('g', 'a', 1, '', 0, 1)",
];

/** A refresh token of yesterday, and with it an access token by the active key. */
const FAMILY = `INSERT INTO refresh_families (id, grant_id, scope_asked, scope_granted, resource, generation, created_at,
  expires_at) VALUES ('f', 'g', '', '', 'r', 0, ${NOW - 100 * DAY}, ${NOW + 89 * DAY})`;

const oldKey = (kid: string, alg: string, createdAt: number, retiredAt: number | 'NULL') =>
  `INSERT INTO signing_keys (kid, alg, public_jwk, sealed_private_key, longest_token_ttl, created_at, retired_at)
   VALUES ('${kid}', '${alg}', '{}', 's', ${TTL}, ${createdAt}, ${retiredAt})`;

const KEYS = [
  oldKey('first', 'ES256', NOW - 200 * DAY, NOW - 90 * DAY),
  oldKey('other', 'RS256', NOW - 90 * DAY, NOW - 10 * DAY),
  oldKey('active', 'ES256', NOW - 80 * DAY, 'NULL'),
];

describe.each(ENGINES)('signing keys of the first version on $engine', ({ open }) => {
  let database: Database;
  let keys: SigningKeyRepository;

  beforeEach(async () => {
    database = await open();
    keys = new SigningKeyRepository(database.units);
    await backToTheFirst();
  });
  afterEach(() => database.destroy());

  /** Unlike `up`, `down` keeps SQLite's foreign keys on, and a rebuilt table is missing for a moment. */
  const backToTheFirst = async () => {
    await database.createQueryRunner().beforeMigration();
    for (let left = database.migrations.length; left > 1; left -= 1) await database.undoLastMigration();
  };
  const migrated = async (...statements: string[]) => {
    for (const statement of statements) await database.query(statement);
    await database.runMigrations();
    return keys.findAll();
  };
  const publicAt = async (now: number) => publicKeys(await keys.findAll(), POLICY, now).map(({ kid }) => kid);

  it('count within their algorithm, and sign from when they were made', async () => {
    const all = await migrated(...ROWS, FAMILY, ...KEYS);
    expect(all.map(({ kid, sequence, signsFrom }) => [kid, sequence, signsFrom]).sort()).toEqual([
      ['active', 2, NOW - 80 * DAY],
      ['first', 1, NOW - 200 * DAY],
      ['other', 1, NOW - 90 * DAY],
    ]);
  });

  it('stay public as long as before', async () => {
    await migrated(...ROWS, FAMILY, ...KEYS);
    expect(await publicAt(NOW)).toEqual(['active', 'other']);
    expect(await publicAt(NOW + 4 * DAY - 1)).toEqual(['active', 'other']);
    expect(await publicAt(NOW + 4 * DAY + 60_000)).toEqual(['active']);
  });

  it('go on signing with the active one, which stays public though the algorithm is changed with the upgrade', async () => {
    const all = await migrated(...ROWS, FAMILY, ...KEYS);
    expect(signingKey(all, POLICY, NOW)?.kid).toBe('active');
    expect(signingKey(all, { alg: 'EdDSA' }, NOW)?.kid).toBe('active');
    const last = { alg: 'EdDSA', rotation: 1, announce: 1, retire: 60 };
    expect(publicKeys(all, last, NOW + 13 * DAY).map(({ kid }) => kid)).toContain('active');
  });

  it('are none where there were none, and one that never signed goes on', async () => {
    expect(await migrated()).toEqual([]);
    await backToTheFirst();
    const [only] = await migrated(oldKey('only', 'ES256', NOW, 'NULL'));
    expect(only).toMatchObject({ sequence: 1, signsFrom: NOW, signsUntil: NOW, compromisedAt: null });
    expect(signingKey([only!], POLICY, NOW + 1000 * DAY)).toBe(only);
  });

  it('come back for the first version: the newest sound one of each algorithm is active', async () => {
    await migrated(...ROWS, FAMILY, ...KEYS);
    await database.query(`UPDATE signing_keys SET compromised_at = ${NOW} WHERE kid = 'other'`);
    await backToTheFirst();
    const rows = await database.query<{ kid: string; retired_at: string | number | null }[]>(
      'SELECT kid, retired_at FROM signing_keys ORDER BY kid',
    );
    expect(rows.map(({ kid, retired_at: at }) => [kid, at === null ? null : Number(at)])).toEqual([
      ['active', null],
      ['first', NOW - 90 * DAY],
      ['other', 0],
    ]);
    await database.runMigrations();
    expect(await keys.findAll()).toHaveLength(3);
  });
});

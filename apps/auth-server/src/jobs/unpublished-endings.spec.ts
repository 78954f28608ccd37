import { ENGINES } from '../../test/engines';
import { insertRows } from '../../test/stored-rows';
import type { Database } from '../database/open-database';
import { all } from '../database/sql';
import { unpublishedEndings } from './unpublished-endings';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const NOW = 20_000 * DAY;
const TTL = 14 * DAY;
const LIFE = TTL + 60_000;

const KEY = { alg: 'ES256', purpose: 'access_token', public_jwk: '{}', sealed_private_key: '', sequence: 1 };
const SIGNS = { signs_from: 1, signs_until: NOW + DAY, longest_token_ttl: TTL / 1000 };
const CLIENT = { account_id: 'dev', name: '', type: 'public', created_at: 1, enabled: true };
const RULES = { require_client_authentication: false, loopback_any_port: false };
const FAMILY = {
  grant_id: 'g',
  scope_asked: '',
  scope_granted: '',
  resource: '',
  generation: 0,
  expires_at: 1,
  created_at: NOW - DAY,
};
const HELD = { at: NOW, expires_at: NOW + DAY };

describe.each(ENGINES)('what ended unpublished, on $engine', ({ open }) => {
  let database: Database;

  beforeEach(async () => {
    database = await open();
    await database.units.run('UPDATE revocation_logs SET created_at = ?', NOW);
    await insertRows(database, {
      signing_keys: [{ kid: 'k', ...KEY, ...SIGNS, created_at: NOW - 30 * DAY }],
      accounts: [
        { id: 'dev', created_at: 1 },
        { id: 'closed', created_at: 1, closed_at: NOW - HOUR },
        { id: 'closed long ago', created_at: 1, closed_at: NOW - LIFE },
      ],
      clients: [
        { client_id: 'living', ...CLIENT },
        { client_id: 'deleted', ...CLIENT, enabled: false, revoked_at: NOW - HOUR },
        { client_id: 'document', ...CLIENT, enabled: false, revoked_at: NOW - HOUR, origin: 'metadata_document' },
        { client_id: 'deleted long ago', ...CLIENT, enabled: false, revoked_at: NOW - LIFE },
        { client_id: 'disabled', ...CLIENT, enabled: false },
        { client_id: 'enabled by an old process', ...CLIENT },
        { client_id: 'disabled by a new process', ...CLIENT, enabled: false },
      ].map((row, at) => ({ id: at + 1, ...RULES, ...row })),
      grants: [{ id: 'g', account_id: 'dev', client_id: 1, scopes: '', epoch: 0, created_at: 1 }],
      refresh_families: [
        { id: 'alive' },
        { id: 'ended', revoked_at: NOW - HOUR },
        { id: 'ended long ago', revoked_at: NOW - LIFE },
        { id: 'published', revoked_at: NOW - HOUR },
        { id: 'begun later', revoked_at: NOW + 3 * DAY, created_at: NOW + 2 * DAY },
      ].map((row) => ({ reap_day: 30_000, ...FAMILY, ...row })),
      revoked_access_tokens: [
        { jti: 'revoked', expires_at: NOW + HOUR },
        { jti: 'expired', expires_at: NOW },
      ],
      revocations: [
        { kind: 'family', subject: 'published', ...HELD },
        { kind: 'disabled', subject: 'enabled by an old process', ...HELD },
        { kind: 'disabled', subject: 'disabled by a new process', ...HELD },
      ].map((row, at) => ({ version: at + 11, ...row })),
    });
    await insertRows(database, { refresh_families: manyFamilies() });
  });
  afterEach(() => database.destroy());

  const manyFamilies = () =>
    Array.from({ length: 30 }, (_, n) => ({
      reap_day: 30_000,
      ...FAMILY,
      id: `many ${n + 10}`,
      revoked_at: NOW - HOUR,
    }));

  const run = async (now: number) => {
    for (const job of unpublishedEndings()) while (await job.runBatch(database.units, now, 7));
  };
  const entries = () =>
    database.units.read(() =>
      all<{ kind: string; subject: string }>(
        `SELECT kind, subject, below, expires_at AS "expiresAt" FROM revocations
          WHERE version NOT IN (11, 12, 13) AND subject NOT LIKE 'many%' ORDER BY kind, subject`,
      ),
    );
  const count = async (where: string) =>
    (await database.units.get<{ count: number }>(`SELECT COUNT(*) AS count FROM revocations WHERE ${where}`))?.count;

  it('is published by the job, each once, as long as its access tokens may live', async () => {
    await run(NOW);
    const published = [
      { kind: 'account', subject: 'closed', below: null, expiresAt: NOW - HOUR + LIFE },
      { kind: 'client', subject: 'deleted', below: 2 ** 31 - 1, expiresAt: NOW + LIFE },
      { kind: 'client', subject: 'document', below: NOW / 1000 + 61, expiresAt: NOW + LIFE },
      { kind: 'disabled', subject: 'disabled', below: null, expiresAt: NOW + LIFE },
      { kind: 'enabled', subject: 'enabled by an old process', below: 12, expiresAt: NOW + LIFE },
      { kind: 'family', subject: 'ended', below: null, expiresAt: NOW - HOUR + LIFE },
      { kind: 'token', subject: 'revoked', below: null, expiresAt: NOW + HOUR },
    ];
    expect(await entries()).toEqual(published);
    expect(await count("subject LIKE 'many%'")).toBe(30);
    expect(await count('version IN (11, 13)')).toBe(2);
    await run(NOW + HOUR);
    expect(await entries()).toEqual(published);
    expect(await count("subject LIKE 'many%'")).toBe(30);
  });

  it('is looked for during a day, families until no token of before lives', async () => {
    await run(NOW + DAY);
    expect(await entries()).toMatchObject([{ kind: 'family', subject: 'ended' }]);
    await database.units.run('DELETE FROM revocations');
    await database.units.run("UPDATE refresh_families SET revoked_at = ? WHERE id = 'alive'", NOW + 10 * DAY);
    await run(NOW + 10 * DAY);
    expect(await count("subject IN ('alive', 'begun later')")).toBe(1);
    await database.units.run('DELETE FROM revocations');
    await run(NOW + DAY + LIFE);
    expect(await entries()).toEqual([]);
  });

  it('is nothing on a new installation, where no token is older than the entries', async () => {
    await database.units.run('UPDATE signing_keys SET created_at = ?', NOW);
    await run(NOW);
    expect(await entries()).toEqual([]);
  });
});

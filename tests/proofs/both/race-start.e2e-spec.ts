import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { MIGRATIONS } from '../../../apps/auth-server/src/platform/database/migrations';
import { withEmptyDatabase } from '@consentry/test-support/server/engine';
import { freePort } from '@consentry/test-support/server/ports';
import { TestServer, freshDir } from '@consentry/test-support/server/server';
import { storedRows } from '@consentry/test-support/server/stored';
import { call, obtainCode, exchange, refresh, register, signUp } from '@consentry/test-support/world/world';
import { SIZE } from '@consentry/test-support/run/sizes';

const ROUNDS = SIZE.starts;

/** Starts several processes at the same moment, for one issuer, on one data folder. */
async function startAtOnce(count: number, dataDir: string, env: Record<string, string> = {}) {
  const ports = await Promise.all(Array.from({ length: count }, freePort));
  const issuer = `http://localhost:${ports[0]}`;
  const started = ports.map(async (port) => {
    const process = await TestServer.start({ dataDir, port, env: { AUTH_URL: issuer, ...env } });
    return { url: `http://localhost:${port}`, process };
  });
  return Promise.all(started);
}

describe('processes started at the same moment', () => {
  it.each(Array.from({ length: ROUNDS }, (_, at) => at + 1))(
    'share one master key and one signing key on an empty database (round %i)',
    async (round) => {
      const dataDir = withEmptyDatabase(freshDir());
      const count = round % 2 === 0 ? 3 : 2;
      const servers = await startAtOnce(count, dataDir);
      const keySets = await Promise.all(servers.map(({ url }) => call('GET', `${url}/.well-known/jwks.json`)));
      expect(keySets[0]?.body).toEqual({ keys: [expect.objectContaining({ alg: 'ES256' })] });
      for (const { text } of keySets) expect(text).toBe(keySets[0]?.text);

      expect(readdirSync(dataDir).filter((name) => !name.startsWith('auth.sqlite'))).toEqual(['master.key']);
      const rows = async (table: string) => (await storedRows(servers[0]!.process, `SELECT * FROM ${table}`)).length;
      expect([await rows('signing_keys'), await rows('master_key_checks'), await rows('migrations')]).toEqual([
        1,
        1,
        MIGRATIONS.length,
      ]);

      // One process continues what another began: sessions, codes and refresh tokens rest on shared keys.
      const [first, last] = [servers[0]!, servers.at(-1)!];
      const account = await signUp(first);
      const application = await register(last, account);
      const code = await obtainCode(first, account, application);
      const { body } = await exchange(last, application, code);
      expect((await refresh(first, body.refresh_token)).status).toBe(200);

      for (const { process } of servers) {
        expect(await process.stop()).toBe(0);
        expect(process.output).not.toMatch(/"level":"(warn|error|fatal)"|"status":5\d\d/);
      }
    },
  );

  it('agree on the new key when they start at once with another algorithm', async () => {
    const dataDir = freshDir();
    const before = await TestServer.start({ dataDir });
    const { body: old } = await call<{ keys: { kid: string }[] }>('GET', `${before.url}/.well-known/jwks.json`);
    await before.stop();

    const servers = await startAtOnce(2, dataDir, { ACCESS_TOKEN_ALG: 'EdDSA' });
    const keySets = await Promise.all(servers.map(({ url }) => call('GET', `${url}/.well-known/jwks.json`)));
    expect(keySets[0]?.text).toBe(keySets[1]?.text);
    expect(keySets[0]?.body).toEqual({ keys: [expect.objectContaining({ alg: 'EdDSA' }), old.keys[0]] });
    for (const { process } of servers) expect(await process.stop()).toBe(0);
  });

  it('leave a master key alone that is there already', async () => {
    const dataDir = freshDir();
    await (await TestServer.start({ dataDir })).stop();
    const key = readFileSync(join(dataDir, 'master.key'), 'utf8');
    for (const { process } of await startAtOnce(2, dataDir)) await process.stop();
    expect(readFileSync(join(dataDir, 'master.key'), 'utf8')).toBe(key);
  });
});

import { setTimeout as pause } from 'node:timers/promises';
import { givenAccount, givenProcesses } from '@consentry/test-support/server/given';
import { holdWrites } from '@consentry/test-support/server/held-writes';
import { obtainTokens, query, refresh, register } from '@consentry/test-support/world/world';

/** Milliseconds. */
const PATIENCE = 300;

// On PostgreSQL what waits for a lock has begun: it is with the database.
describe('a refresh whose caller has closed its connection', () => {
  const servers = givenProcesses(1);
  const [server] = servers as [(typeof servers)[0]];
  const account = givenAccount(server);

  it('does not begin: what waited for the database is not carried out', async () => {
    const { refresh_token: token } = await obtainTokens(server, account, await register(server, account));
    const letGo = await holdWrites(server.process);
    const given = fetch(`${server.url}/oauth2/access_token?${query({ grant_type: 'refresh_token', code: token })}`, {
      signal: AbortSignal.timeout(PATIENCE),
    });
    await expect(given).rejects.toThrow();
    await pause(PATIENCE);
    await letGo();
    await pause(PATIENCE);
    expect((await refresh(server, token)).status).toBe(200);
  });
});

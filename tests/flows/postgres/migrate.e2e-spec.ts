import { setTimeout as sleep } from 'node:timers/promises';
import type { QueryRunner } from 'typeorm';
import { MIGRATIONS } from '../../../apps/auth-server/src/platform/database/migrations';
import type { Migration } from '../../../apps/auth-server/src/platform/database/migrations/migration';
import { openPostgres } from '../../../apps/auth-server/src/platform/database/postgres/postgres-data-source';
import { databaseUrlOf } from '@consentry/test-support/server/engine';
import { givenAccount, givenApplication, givenProcesses } from '@consentry/test-support/server/given';
import { queryPostgres } from '@consentry/test-support/postgres/query';
import { obtainTokens, refresh } from '@consentry/test-support/world/world';

/** In another order than the servers lock them. */
const TABLES = [
  'accounts',
  'clients',
  'events',
  'grants',
  'consent_sessions',
  'refresh_families',
  'authorization_codes',
];
const LANES = 16;
const DEADLOCKS = 'SELECT deadlocks FROM pg_stat_database WHERE datname = current_database()';

/** A version that adds a column to every table. */
function later(version: number): new () => Migration {
  class Later implements Migration {
    readonly holds = TABLES.map((table) => ({ table, mode: 'ACCESS EXCLUSIVE', rows: 'none' }) as const);

    async up(runner: QueryRunner): Promise<void> {
      for (const table of TABLES) await runner.query(`ALTER TABLE ${table} ADD COLUMN later_${version} text`);
    }

    async down(): Promise<void> {}
  }
  Object.defineProperty(Later, 'name', { value: `Later${1_780_000_000_000 + version}` });
  return Later;
}

describe('later versions that migrate beside two servers under load', () => {
  const servers = givenProcesses(2);
  const server = servers[0]!;
  const account = givenAccount(server);
  const application = givenApplication(server, account);
  let isOver = false;
  let answered = 0;

  afterAll(() => MIGRATIONS.splice(1));

  async function callOnAndOn(lane: number): Promise<void> {
    for (let n = lane; !isOver; n += 1) {
      const { refresh_token: token } = await obtainTokens(servers[n % 2]!, account, application);
      expect((await refresh(servers[(n + 1) % 2]!, token)).status).toBe(200);
      answered += 1;
    }
  }

  it('wait for no server that waits for them, and fail no call', async () => {
    const url = await databaseUrlOf(server.process.dataDir);
    const lanes = Promise.all(Array.from({ length: LANES }, (_, lane) => callOnAndOn(lane)));
    for (const version of [1, 2]) {
      const before = answered;
      while (answered < before + 2 * LANES) await Promise.race([sleep(5), lanes]);
      MIGRATIONS.push(later(version));
      const opened = await openPostgres(url, 1);
      expect(opened.migrated).toEqual([MIGRATIONS.at(-1)!.name]);
      await opened.destroy();
    }
    isOver = true;
    await lanes;
    expect(await queryPostgres(url, DEADLOCKS)).toEqual([{ deadlocks: 0 }]);
  });
});

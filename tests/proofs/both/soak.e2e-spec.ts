import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { engine } from '@consentry/test-support/server/engine';
import { dropFreshDatabases, freshDatabase } from '@consentry/test-support/postgres/databases';
import { SIZE } from '@consentry/test-support/run/sizes';

interface Sample {
  removals: { rows: number };
  tables: Record<string, { rows: number; alive: number; overdue: number }>;
}

async function soak(...options: string[]): Promise<{ samples: Sample[]; warnings: unknown[] }> {
  const database = engine === 'postgres' ? ['--database', await freshDatabase()] : [];
  const script = [join(__dirname, '../soak/soak.cjs'), '--json', ...options, ...database];
  const { stdout } = await promisify(execFile)(process.execPath, script, { maxBuffer: 10_000_000 });
  return JSON.parse(stdout) as { samples: Sample[]; warnings: unknown[] };
}

describe(`${SIZE.issuances} issuances in 110 days`, () => {
  afterAll(dropFreshDatabases);

  it('leave no more rows than are alive', async () => {
    const { samples, warnings } = await soak('--issuances', String(SIZE.issuances), '--days', '110', '--step', '1440');
    expect(warnings).toEqual([]);
    for (const { tables } of samples) {
      for (const table of ['consent_sessions', 'sign_in_sessions', 'limit_counts', 'authorization_codes'])
        expect(tables[table]).toMatchObject({ rows: tables[table]?.alive, overdue: 0 });
      expect([tables['refresh_families']?.overdue, tables['grants']?.overdue]).toEqual([0, 0]);
    }
    const [{ tables, removals }] = samples.slice(-1) as [Sample];
    expect(removals.rows).toBeGreaterThan(2.4 * SIZE.issuances);
    expect(tables['refresh_families']?.rows).toBeLessThan(0.9 * SIZE.issuances);
    expect(tables['refresh_families']?.alive).toBeGreaterThan(0.6 * SIZE.issuances);
  }, 600_000);
});

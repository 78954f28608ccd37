import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startPostgres } from '../postgres/run';

/** Before all tests: one folder for all files of a run, and one PostgreSQL. */
export default async function setUp(): Promise<void> {
  process.env['CONSENTRY_TEST_DIR'] = mkdtempSync(join(tmpdir(), 'consentry-e2e-'));
  await startPostgres();
}

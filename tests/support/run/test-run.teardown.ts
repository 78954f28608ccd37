import { rmSync } from 'node:fs';
import { stopPostgres } from '../postgres/run';

export default async function tearDown(): Promise<void> {
  await stopPostgres();
  rmSync(process.env['CONSENTRY_TEST_DIR']!, { recursive: true, force: true });
}

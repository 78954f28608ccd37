import { join } from 'node:path';
import { CONSENTRY, type CommandRun, runHosted, runProgram } from './command';
import { databaseSettingsOf } from './engine';

const CLOCKED = join(__dirname, 'clocked-keys.cjs');

/** Runs the keys command on a server's database, optionally at another time or in its own process. */
export async function runKeys(
  { dataDir }: { dataDir: string },
  given: string[],
  { env = {}, now, alone = false }: { env?: Record<string, string>; now?: number; alone?: boolean } = {},
): Promise<CommandRun> {
  const clock = now === undefined ? {} : { CLOCK: String(now) };
  const database = await databaseSettingsOf(dataDir);
  const settings = { DATA_DIR: dataDir, ...database, ...env, ...clock };
  const run = alone ? runProgram : runHosted;
  return now === undefined ? run(CONSENTRY, ['keys', ...given], settings) : run(CLOCKED, given, settings);
}

import { join } from 'node:path';
import { type CommandRun, runProgram } from './command';
import { databaseSettingsOf } from './engine';

const KEYS = join(__dirname, '../../dist/keys.js');
const CLOCKED = join(__dirname, 'clocked-keys.cjs');

/** Runs the keys command on a server's database; at a time other than now where one is given. */
export async function runKeys(
  { dataDir }: { dataDir: string },
  given: string[],
  { env = {}, now }: { env?: Record<string, string>; now?: number } = {},
): Promise<CommandRun> {
  const clock = now === undefined ? {} : { CLOCK: String(now) };
  const database = await databaseSettingsOf(dataDir);
  return runProgram(now === undefined ? KEYS : CLOCKED, given, { DATA_DIR: dataDir, ...database, ...env, ...clock });
}

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { databaseSettingsOf } from './engine';

const KEYS = join(__dirname, '../../dist/keys.js');
const CLOCKED = join(__dirname, 'clocked-keys.cjs');

export interface Run {
  exitCode: number | null;
  stdout: string;
  stderr: string;
}

/** Runs the keys command on a server's database; at a time other than now where one is given. */
export async function runKeys(
  { dataDir }: { dataDir: string },
  given: string[],
  { env = {}, now }: { env?: Record<string, string>; now?: number } = {},
): Promise<Run> {
  const clock = now === undefined ? {} : { CLOCK: String(now) };
  const database = await databaseSettingsOf(dataDir);
  const child = spawn(process.execPath, [now === undefined ? KEYS : CLOCKED, ...given], {
    env: { PATH: process.env['PATH'] ?? '', DATA_DIR: dataDir, ...database, ...env, ...clock },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const run = { stdout: '', stderr: '' };
  child.stdout.on('data', (chunk) => (run.stdout += String(chunk)));
  child.stderr.on('data', (chunk) => (run.stderr += String(chunk)));
  await once(child, 'close');
  return { exitCode: child.exitCode, ...run };
}

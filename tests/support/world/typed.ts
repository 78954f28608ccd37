import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** Blocks of a page one after the other in one shell, as its reader types them. @returns what the last prints. */
export async function typed(...blocks: string[]): Promise<string> {
  const script = [...blocks.slice(0, -1).map((text) => `{\n${text}\n} >&2`), blocks.at(-1)].join('\n');
  const { stdout } = await run('sh', ['-euc', script]);
  return stdout.trim();
}

import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { ROOT } from '@consentry/test-support/run/root';

const run = promisify(execFile);

/** What the README of an example shows of a terminal, with addresses of this run. */
export function shownBy(example: string, replace: Record<string, string> = {}): string {
  const text = readFileSync(join(ROOT, 'examples', example, 'README.md'), 'utf8');
  const [, shown] = /```console\n([^]+?)\n```/.exec(text) ?? [];
  if (shown === undefined) throw new Error(`examples/${example}/README.md shows no terminal`);
  return Object.entries(replace).reduce((all, [from, to]) => all.replaceAll(from, to), shown);
}

/** Runs each `$` line of it. @returns the terminal as the README shows it, and as it is. */
export async function terminalOf(example: string, replace: Record<string, string>): Promise<[string, string]> {
  const shown = shownBy(example, replace);
  const lines: string[] = [];
  for (const [line, command] of shown.matchAll(/^\$ (.+)$/gm)) {
    const { stdout } = await run('sh', ['-c', command!]);
    lines.push(line, stdout.replaceAll('\r', '').trimEnd());
  }
  return [shown, lines.join('\n')];
}

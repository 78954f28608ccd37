import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';

import { run } from './commands.ts';

/** A terminal: each command begins in the folder where the one before ended. */
export class Terminal {
  /** CPU of all commands so far and of what they started, in seconds. */
  cpu = 0;

  constructor(
    public folder: string,
    readonly node: string,
  ) {}

  /** Runs a line of a shell. @returns what it printed, without colours. Throws an Error with that where it fails. */
  async type(line: string): Promise<string> {
    const notes = mkdtempSync(join(tmpdir(), 'terminal-'));
    const report = join(notes, 'report');
    // `times` of the shell is the only measure of processes that are not Node's own.
    const script = `exec 2>&1; trap 'pwd > "$0"; times >> "$0"' EXIT; ${line}`;
    try {
      const printed = await run(this, 'sh', '-c', script, report);
      const [folder, , children] = readFileSync(report, 'utf8').split('\n');
      this.folder = folder!;
      this.cpu += secondsOf(children!);
      return stripVTControlCharacters(printed);
    } finally {
      rmSync(notes, { recursive: true, force: true });
    }
  }
}

/** Of `1m2.5s 0m1.25s`, user and system. */
const secondsOf = (times: string) =>
  [...times.matchAll(/(\d+)m([\d.]+)s/g)].reduce(
    (sum, [, minutes, rest]) => sum + 60 * Number(minutes) + Number(rest),
    0,
  );

import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const PAGE = join(__dirname, '../../../docs/generators-transcripts.md');

/** A command as the documentation shows it, with the lines that it prints. */
export interface Step {
  readonly command: string;
  readonly printed: readonly string[];
}

/** The steps below a heading of the documentation. */
export function transcriptOf(heading: string): Step[] {
  const page = readFileSync(PAGE, 'utf8');
  const section = page.split(/^## /m).find((one) => one.startsWith(`${heading}\n`));
  const text = /```console\n([^]*?)```/.exec(section ?? '')?.[1];
  if (text === undefined) throw new Error(`the documentation has no transcript for ${heading}`);
  return text
    .split(/^\$ /m)
    .slice(1)
    .map((one) => {
      const [command, ...printed] = one.split('\n').filter((line) => line !== '' && line !== '…');
      return { command: command!, printed };
    });
}

/** The lines of the documentation that a command did not print, but for how long and how large things are. */
export function missingLines({ printed }: Step, real: string): string[] {
  const lines = real.split('\n').map(plain);
  return printed.filter((line) => !lines.some((one) => one.startsWith(plain(line))));
}

const plain = (line: string) =>
  line
    .replace(/\(?\d[\d.]* ?(ms|s|bytes)\b\)?/g, '')
    .replace(/\s+/g, ' ')
    .trim();

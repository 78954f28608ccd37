import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { blocksOf } from './page-blocks';
import { ROOT } from '../run/root';

/** The pages for operators; the tests of docs/production.md run what they say. */
const PAGES = [
  'docs/production.md',
  'docs/databases.md',
  'docs/how-to/back-up-and-restore.md',
  'docs/how-to/behind-a-proxy.md',
  'docs/how-to/bring-your-accounts.md',
  'docs/how-to/fapi2.md',
  'docs/how-to/haproxy.md',
  'docs/how-to/postgresql.md',
  'docs/how-to/rotate-keys.md',
  'docs/how-to/systemd.md',
  'docs/how-to/upgrade.md',
  'docs/how-to/watch.md',
];
export const PAGE = PAGES.map((page) => readFileSync(join(ROOT, page), 'utf8')).join('\n');

export const BLOCKS = new Map(PAGES.flatMap((page) => [...blocksOf(page)]));

/** A block of the pages with its names replaced. */
export function blockOf(name: string, replace: Record<string, string>): string {
  const text = BLOCKS.get(name);
  if (text === undefined) throw new Error(`no page for operators has a block ${name}`);
  const names = Object.keys(replace).sort((one, other) => other.length - one.length);
  if (names.length === 0) return text;
  // In one pass: replacements are not replaced again.
  return text.replace(
    new RegExp(names.map((each) => each.replaceAll(/[.+?*|()]/g, '\\$&')).join('|'), 'g'),
    (each) => replace[each] ?? each,
  );
}

/** Lines of `name=value`. */
export const settingsOf = (text: string) =>
  Object.fromEntries(
    text
      .trim()
      .split('\n')
      .map((line) => line.split(/=(.*)/s).slice(0, 2) as [string, string]),
  );

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type CountedBy, LIMITS, type Limit } from '../../../apps/auth-server/src/platform/limits/limit-table';

const PAGE = join(__dirname, '../../../docs/limits.md');
const COLUMNS: CountedBy[] = ['subject', 'subject and address', 'address', 'network'];

/** The page's rows that begin with a limit's name. */
function rowsOf(page: string): string[][] {
  const rows = page.split('\n').map((line) => line.split('|').map((cell) => cell.trim()));
  return rows.filter(([, name]) => /^`[a-z_]+`$/.test(name ?? '')).map(([, name, , ...more]) => [name!, ...more]);
}

it('docs/limits.md names every limit, with its numbers', () => {
  const limits = Object.entries<Limit>(LIMITS).map(([name, { most, window }]) => [
    `\`${name}\``,
    ...COLUMNS.map((by) => String(most[by] ?? '')),
    `${window / 60_000} minutes`,
    '',
  ]);
  expect(rowsOf(readFileSync(PAGE, 'utf8'))).toEqual(limits);
});

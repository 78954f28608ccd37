import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '@consentry/test-support/run/root';

const EXAMPLES = join(ROOT, 'examples');
const linesOf = (path: string) => readFileSync(join(EXAMPLES, path), 'utf8').trimEnd().split('\n').length;

const NAMES = readdirSync(EXAMPLES, { withFileTypes: true }).flatMap((entry) =>
  entry.isDirectory() ? [entry.name] : [],
);

it.each(NAMES)('examples/%s is read in a few minutes, and listed', (name) => {
  const sources = readdirSync(join(EXAMPLES, name, 'src'), { recursive: true, encoding: 'utf8' });
  const lines = sources.filter((file) => /\.\w+$/.test(file)).map((file) => linesOf(join(name, 'src', file)));
  expect(lines.reduce((total, each) => total + each, 0)).toBeLessThan(150);
  expect(linesOf(join(name, 'README.md'))).toBeLessThanOrEqual(30);
  expect(readFileSync(join(EXAMPLES, 'README.md'), 'utf8')).toMatch(new RegExp(`^\\| \\[?${name}\\b`, 'm'));
});

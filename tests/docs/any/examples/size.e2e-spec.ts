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
  expect(linesOf(join(name, 'README.md'))).toBeLessThanOrEqual(40);
  expect(readFileSync(join(EXAMPLES, 'README.md'), 'utf8')).toMatch(new RegExp(`^\\| \\[?${name}\\b`, 'm'));
});

it('examples/own-login needs the lines of the team that its README counts, at most 60', () => {
  const sourceOf = (file: string) => readFileSync(join(EXAMPLES, 'own-login/src', file), 'utf8');
  const login = sourceOf('login.controller.ts');
  const pieces = [
    sourceOf('app.module.ts'),
    ...[/^declare module[^]*?^}$/m, /^ {2}constructor\([^]*?^ {2}\) {}$/m].map((piece) => piece.exec(login)![0]),
    ...['login', 'logout', 'leave'].map(
      (route) => new RegExp(`^  @Post\\('${route}'\\)\n[^]*?^  }$`, 'm').exec(login)![0],
    ),
  ];
  const counted = pieces
    .join('\n')
    .split('\n')
    .filter((line) => line.trim() !== '' && !line.startsWith('import '));
  expect(counted.length).toBeLessThanOrEqual(60);
  expect(readFileSync(join(EXAMPLES, 'own-login/README.md'), 'utf8')).toContain(`**${counted.length} lines are`);
});

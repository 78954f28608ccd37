import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(__dirname, '../../..');
const FOLDER = join(ROOT, 'docs/adr');
const HEAD = /^# (\d+)\. (.+)\n\n.+\n\n\*\*Date:\*\* \d{4}-\d\d-\d\d · \*\*Status:\*\* accepted/;

const files = readdirSync(FOLDER).filter((file) => /^\d/.test(file));

/** The line of the index for a record. */
function lineOf(file: string): string {
  const [, number, title] = HEAD.exec(readFileSync(join(FOLDER, file), 'utf8')) ?? [];
  return `- [${number}. ${title}](${file})`;
}

it('are listed once each, by number and title', () => {
  const lines = readFileSync(join(FOLDER, 'README.md'), 'utf8').split('\n');
  expect(lines.filter((line) => line.startsWith('- ')).sort()).toEqual(files.map(lineOf).sort());
});

it('are there where a source or a page names one', () => {
  const there = new Set(files.map((file) => String(Number(file.slice(0, 4)))));
  const texts = ['apps', 'libs', 'docs'].flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
      .filter((path) => /\.(tsx?|md)$/.test(path) && !/node_modules|dist\//.test(path))
      .map((path) => join(ROOT, folder, path)),
  );
  const gone = texts.flatMap((path) =>
    [...readFileSync(path, 'utf8').matchAll(/\bADR (\d+)/g)]
      .filter(([, number]) => !there.has(number!))
      .map(([name]) => `${name} in ${path}`),
  );
  expect(gone).toEqual([]);
  expect(texts.length).toBeGreaterThan(1_000);
});

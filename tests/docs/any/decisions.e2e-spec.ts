import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

const FOLDER = join(__dirname, '../../../docs/adr');
const HEAD = /^# (\d+)\. (.+)\n\n(.+)\n\n\*\*Date:\*\* (\d{4}-\d\d-\d\d) · \*\*Status:\*\* (?:accepted|superseded)/;

/** The row of the index for a record: number and file, title, date, summary. */
function rowOf(file: string): string[] {
  const [, number, title, summary, date] = HEAD.exec(readFileSync(join(FOLDER, file), 'utf8')) ?? [];
  return [`[${number}](${file})`, title!, date!, summary!];
}

it('has a row in the index of decisions for each record, in order and with none missing', () => {
  const files = readdirSync(FOLDER).filter((file) => /^\d/.test(file));
  const lines = readFileSync(join(FOLDER, 'README.md'), 'utf8').split('\n');
  const rows = lines.filter((line) => line.startsWith('| [')).map((line) => line.slice(1, -1).split('|'));
  expect(rows.map((row) => row.map((cell) => cell.trim()))).toEqual(files.map(rowOf));
  expect(files.map((file) => Number(file.slice(0, 4)))).toEqual(files.map((_, at) => at + 1));
});

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DemoProcess, freeUrls, newFolder } from '../../../apps/demo/test/support/demo-process';
import { pasteAll } from '../../../apps/demo/test/support/shell';

const ROOT = join(__dirname, '../../..');
const ANSWER = '#> ';

let demo: DemoProcess;
beforeAll(async () => {
  demo = await DemoProcess.start(await freeUrls(), newFolder());
});
afterAll(() => demo.stop());

it('has the README show four calls of the transcript, in its order', () => {
  const calls = readmeLines().filter((line) => line.startsWith('curl'));
  expect(calls).toHaveLength(4);
  const places = calls.map((call) => demo.transcript.findIndex((line) => line.includes(call)));
  expect(places).not.toContain(-1);
  expect(places).toEqual([...places].sort((a, b) => a - b));
});

it('has the README show what these calls print', () => {
  const { stdout } = pasteAll('sh', demo.transcript.join('\n'));
  const answers = readmeLines().filter((line) => line.startsWith(ANSWER));
  expect(answers).toHaveLength(4);
  let rest = stdout.split('\n');
  for (const answer of answers) {
    const pattern = patternOf(answer.slice(ANSWER.length));
    const place = rest.findIndex((line) => pattern.test(line));
    expect({ answer, isPrinted: place !== -1 }).toEqual({ answer, isPrinted: true });
    rest = rest.slice(place + 1);
  }
});

const readmeLines = () => linesOf('README.md', 'calls');

/** A named block of a page, one command per line. */
function linesOf(page: string, name: string): string[] {
  const text = readFileSync(join(ROOT, page), 'utf8');
  const [, block = ''] = new RegExp(`<!-- block: ${name} -->\\s+\`\`\`sh\\n([^]*?)\`\`\``).exec(text) ?? [];
  return block.replace(/ \\\n +/g, ' ').split('\n');
}

/** What an answer of the README stands for: text before `…` is random, `,…` leaves members out; times and ports differ. */
function patternOf(answer: string): RegExp {
  const pattern = answer
    .replace(/[.?{}[\]]/g, '\\$&')
    .replace(/,…/g, ',.*')
    .replace(/[\w-]+…/g, '[\\w.-]+')
    .replace(/\d{4}-\d\d-\d\dT[\d:]+\\\.\d{3}Z/g, '[\\dT:.-]+Z')
    .replace(/300[01]|8080/g, '\\d+');
  return new RegExp(`^${pattern}$`);
}

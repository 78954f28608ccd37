import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { transcript, withoutRandomValues } from '../src/transcript';
import { DemoProcess, freeUrls, newFolder } from './support/demo-process';
import { pasteAll } from './support/shell';

const README = join(__dirname, '../../../README.md');
const ANSWER = '#> ';

it('has the README show the transcript that is printed', () => {
  const urls = { authUrl: 'http://localhost:3000', baseUrl: 'http://localhost:3001' };
  const account = { email: '', password: '' };
  const application = { clientId: '', clientSecret: '', redirectUri: 'http://localhost:8080/callback' };
  const expected = transcript(urls, { account, application }).map(withoutRandomValues);
  expect(transcriptLines().filter((line) => expected.includes(line))).toEqual(expected);
});

it('has the README show what its commands print', async () => {
  const demo = await DemoProcess.start(await freeUrls(), newFolder());
  const { stdout } = pasteAll('sh', demo.stdout);
  await demo.stop();
  const answers = transcriptLines().filter((line) => line.startsWith(ANSWER));
  const expected = answers.map((answer) => expect.stringMatching(patternOf(answer.slice(ANSWER.length))) as string);
  expect(stdout.split('\n').filter((line) => line !== '')).toEqual(expected);
});

/** The block between the two marks. What the commands print may stand between them. */
function transcriptLines(): string[] {
  const [, block = ''] = /<!-- transcript -->([^]*?)<!-- \/transcript -->/.exec(readFileSync(README, 'utf8')) ?? [];
  return block.split('\n').map(withoutRandomValues);
}

/** Everything that an answer of the README stands for: what ends with `…` is random; times and our ports differ. */
function patternOf(answer: string): RegExp {
  const pattern = answer
    .replace(/[.?{}[\]]/g, '\\$&')
    .replace(/[\w-]+…/g, '[\\w.-]+')
    .replace(/\d{4}-\d\d-\d\dT[\d:]+\\\.\d{3}Z/g, '[\\dT:.-]+Z')
    .replace(/300[01]/g, '\\d+');
  return new RegExp(`^${pattern}$`);
}

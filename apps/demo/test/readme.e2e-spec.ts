import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { transcript, withoutRandomValues } from '../src/transcript';

const README = join(__dirname, '../../../README.md');

it('has the README show the transcript that is printed', () => {
  const urls = { authUrl: 'http://localhost:3000', baseUrl: 'http://localhost:3001' };
  const account = { email: '', password: '' };
  const application = { clientId: '', clientSecret: '', redirectUri: 'http://localhost:8080/callback' };
  const expected = transcript(urls, { account, application }).map(withoutRandomValues);
  expect(transcriptLines().filter((line) => expected.includes(line))).toEqual(expected);
});

/** The block between the two marks. What the commands print may stand between them. */
function transcriptLines(): string[] {
  const [, block = ''] = /<!-- transcript -->([^]*?)<!-- \/transcript -->/.exec(readFileSync(README, 'utf8')) ?? [];
  return block.split('\n').map(withoutRandomValues);
}

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { blocksOf } from '@consentry/test-support/docs/page-blocks';
import { settingsOf } from '@consentry/test-support/docs/production-page';
import { givenAccount, givenApplication, givenServer } from '@consentry/test-support/server/given';
import { call, obtainTokens, refresh, signIn } from '@consentry/test-support/world/world';
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

describe('docs/how-to/choose-lifetimes.md', () => {
  const settings = settingsOf(blocksOf('docs/how-to/choose-lifetimes.md').get('lifetimes')!);
  const server = givenServer({ env: settings });
  const account = givenAccount(server);
  const application = givenApplication(server, account);

  it('shows settings whose lifetimes tokens and sessions have, and whose window a lost answer survives', async () => {
    const tokens = await obtainTokens(server, account, application);
    expect(tokens.expires_in).toBe(Number(settings['ACCESS_TOKEN_TTL']));
    const { client_id, client_secret } = application;
    const ask = () => refresh(server, tokens.refresh_token, { client_id, client_secret });
    const [first, again] = [await ask(), await ask()];
    expect([first.status, again.status]).toEqual([200, 200]);
    expect(again.body.refresh_token).toBe(first.body.refresh_token);
    const { session } = await signIn(server, account);
    const { body } = await call<{ expires_at: string }>('GET', `${server.url}/api/session`, { headers: session });
    const left = (Date.parse(body.expires_at) - Date.now()) / 1000;
    expect(Math.abs(left - Number(settings['SESSION_TTL']))).toBeLessThan(60);
  });
});

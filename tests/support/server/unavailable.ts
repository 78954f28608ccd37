import { expectProblem } from '../world/problem';
import type { TestServer } from './server';
import { type Account, type Answer, call, refresh } from '../world/world';

/** A refresh, a sign-in, a sign-up and a registration at once. */
export function attemptWrites(server: TestServer, account: Account, token: string): Promise<Answer<unknown>[]> {
  const body = { email: account.email, password: account.password };
  return Promise.all([
    refresh(server, token),
    call('POST', `${server.url}/api/session`, { body }),
    call('POST', `${server.url}/api/accounts`, { body: { ...body, email: 'new@example.com', name: 'New' } }),
    call('POST', `${server.url}/api/applications`, {
      headers: account.session,
      body: { name: 'New', redirect_uris: ['https://a.example'] },
    }),
  ]);
}

/** Each of {@link attemptWrites} was answered 503 without details of the database. */
export function expectUnavailable([refreshed, ...others]: Answer<unknown>[]): void {
  expect(refreshed).toMatchObject({ status: 503, body: { error: 'temporarily_unavailable' } });
  expect(Object.keys(refreshed!.body as object)).toEqual(['error', 'error_description']);
  for (const answer of others) expectProblem(answer as Answer, 503);
  for (const { headers, text } of [refreshed!, ...others]) {
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
    expect(text).not.toMatch(/sqlite|postgres|insert|update|select|lock|connect/i);
  }
}

/** A call was answered 503 without details of the database. */
export function assertSentAway({ status, headers, text }: Answer<unknown>): void {
  expect({ status, text }).toMatchObject({ status: 503 });
  expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
  expect(text).not.toMatch(/postgres|select|insert|update|connect|terminat|ECONN|space|disk/i);
}

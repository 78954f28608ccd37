import { CONSENTRY, runProgram } from '@consentry/test-support/server/command';
import { databaseSettingsOf } from '@consentry/test-support/server/engine';
import { refusing } from '../../support/feed-judge';
import { FeedReader, readFeed } from '@consentry/test-support/world/feed-reader';
import { givenServer } from '@consentry/test-support/server/given';
import { runKeys } from '@consentry/test-support/server/keys-command';
import {
  type Account,
  type Application,
  type Tokens,
  call,
  exchange,
  obtainCode,
  obtainTokens,
  refresh,
  register,
  signIn,
  signUp,
} from '@consentry/test-support/world/world';

interface Given {
  account: Account;
  application: Application;
  tokens: Tokens;
}

describe('the feed tells of an ending by', () => {
  const server = givenServer();
  let reader: FeedReader;

  beforeAll(async () => (reader = await FeedReader.open(server)));
  afterAll(() => reader.close());

  const begin = async (): Promise<Given> => {
    const account = await signUp(server);
    const application = await register(server, account);
    return {
      account,
      application,
      tokens: await obtainTokens(server, account, application, { scope: 'openid notes:read' }),
    };
  };
  const revoke = (token: string, { client_id, client_secret }: Application) =>
    call('POST', `${server.url}/oauth2/revoke`, { body: new URLSearchParams({ token, client_id, client_secret }) });
  const api = (method: string, path: string, { session: headers }: Account, body?: object) =>
    call<{ items: { id: string }[] }>(method, `${server.url}/api/${path}`, { headers, body });

  const ENDINGS: [string, (given: Given) => Promise<unknown>][] = [
    ['a refresh token that is revoked', ({ tokens, application }) => revoke(tokens.refresh_token, application)],
    ['an access token that is revoked', ({ tokens, application }) => revoke(tokens.access_token, application)],
    [
      'a refresh token that is used twice',
      async ({ tokens }) => {
        await refresh(server, tokens.refresh_token);
        await refresh(server, tokens.refresh_token);
      },
    ],
    [
      'a grant that is taken back',
      async ({ account }) => {
        const { body } = await api('GET', 'grants', account);
        await api('DELETE', `grants/${body.items[0]!.id}`, account);
      },
    ],
    [
      'an application that is deleted',
      ({ account, application }) => api('DELETE', `applications/${application.client_id}`, account),
    ],
    [
      'an account that is closed',
      ({ account }) => api('DELETE', 'account', account, { current_password: account.password }),
    ],
    [
      'a password that is changed',
      async ({ account }) => {
        const other = await signIn(server, account);
        const proof = { password: 'another password', current_password: account.password };
        await call('PATCH', `${server.url}/api/account`, { headers: other.session, body: proof });
      },
    ],
  ];

  const refusingNow = ({ access_token }: Tokens) => refusing(reader.entries, reader.log, access_token);

  it.each(ENDINGS)('%s, and of no other token', async (_, end) => {
    const [given, other] = [await begin(), await begin()];
    await end(given);
    await reader.until(() => refusingNow(given.tokens).length > 0);
    const { entries, log } = await readFeed(server);
    expect(refusing(entries, log, given.tokens.access_token)).not.toEqual([]);
    expect(refusing(entries, log, other.tokens.access_token)).toEqual([]);
    expect(refusingNow(other.tokens)).toEqual([]);
  });

  it('a code that is used twice', async () => {
    const { account, application } = await begin();
    const code = await obtainCode(server, account, application);
    const { body } = await exchange(server, application, code);
    await exchange(server, application, code);
    await reader.until(() => refusingNow(body).length > 0);
  });

  it('a command, which runs in another process: an account that the operator removes', async () => {
    const { tokens, account } = await begin();
    const env = { DATA_DIR: server.dataDir, ...(await databaseSettingsOf(server.dataDir)) };
    const { exitCode, stderr } = await runProgram(CONSENTRY, ['account', 'remove', account.email], env);
    expect([exitCode, stderr]).toEqual([0, '']);
    await reader.until(() => refusingNow(tokens).some(({ k }) => k === 'account'));
  });

  it('a command: signing keys that are compromised; the next page is signed by another one', async () => {
    const { tokens } = await begin();
    const { exitCode } = await runKeys(server, ['rotate', '--compromised'], {});
    expect(exitCode).toBe(0);
    await reader.until(() => refusingNow(tokens).some(({ k }) => k === 'key'));
    // Verified by the JWKS, which has lost the key.
    const { entries, log } = await readFeed(server);
    expect(refusing(entries, log, tokens.access_token).map(({ k }) => k)).toEqual(['key']);
    const { tokens: next } = await begin();
    expect(refusing(entries, log, next.access_token)).toEqual([]);
  });
});

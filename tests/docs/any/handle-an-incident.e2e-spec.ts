import { givenServer } from '@consentry/test-support/server/given';
import { GuardedService } from '@consentry/test-support/server/guarded-service';
import { adapted, blocksOf } from '@consentry/test-support/docs/page-blocks';
import { becomesSo } from '@consentry/test-support/world/becomes-so';
import { typed } from '@consentry/test-support/world/typed';
import {
  type Account,
  type Application,
  obtainTokens,
  refresh,
  register,
  signUp,
} from '@consentry/test-support/world/world';

const PAGE = 'docs/how-to/handle-an-incident.md';
const BLOCKS = blocksOf(PAGE);

describe(PAGE, () => {
  const server = givenServer();
  let notes: GuardedService;
  let account: Account;
  let application: Application;
  beforeAll(async () => {
    notes = await GuardedService.start(server.url);
    account = await signUp(server);
    application = await register(server, account);
  });
  afterAll(() => notes.stop());

  const given = () => obtainTokens(server, account, application, { scope: 'notes:read' });
  const revoke = (token: string) =>
    typed(
      `CLIENT_ID='${application.client_id}' CLIENT_SECRET='${application.client_secret}' TOKEN='${token}'`,
      adapted(BLOCKS.get('revoke'), { 'https://auth.example.com': server.url }),
    );
  const isRefused = async (token: string) => (await refresh(server, token)).body.error === 'invalid_grant';
  const untilRefused = (token: string) => becomesSo(async () => !(await notes.accepts(token)), 5_000);

  it('ends a leaked refresh token with all that was made from it', async () => {
    const tokens = await given();
    expect(await notes.accepts(tokens.access_token)).toBe(true);
    await revoke(tokens.refresh_token);
    await untilRefused(tokens.access_token);
    expect(await isRefused(tokens.refresh_token)).toBe(true);
  });

  it('ends a leaked access token alone', async () => {
    const tokens = await given();
    expect(await notes.accepts(tokens.access_token)).toBe(true);
    await revoke(tokens.access_token);
    await untilRefused(tokens.access_token);
    expect(await isRefused(tokens.refresh_token)).toBe(false);
  });

  it('says whose an access token is', async () => {
    const { access_token: token } = await given();
    const printed = JSON.parse(await typed(`TOKEN='${token}'`, BLOCKS.get('whose')!)) as object;
    expect(printed).toMatchObject({ sub: account.id, client_id: application.client_id });
  });

  it.each(['keys-compromised', 'replace-master-key'])(
    'has the command %s as the page on keys, whose test runs it',
    (name) => expect(BLOCKS.get(name)).toBe(blocksOf('docs/how-to/rotate-keys.md').get(name)),
  );
});

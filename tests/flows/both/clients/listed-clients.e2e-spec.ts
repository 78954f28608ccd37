import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { CODE_AND_REFRESH, TOKEN_EXCHANGE, registerAllowed } from '@consentry/test-support/world/allowed';
import { basicOf } from '@consentry/test-support/world/devices';
import { TestServer, freshDir } from '@consentry/test-support/server/server';
import {
  type Account,
  type Application,
  call,
  obtainTokens,
  register,
  signIn,
  signUp,
} from '@consentry/test-support/world/world';

const NOTES = 'http://localhost:3001';
const PHOTOS = 'https://photos.example.com';
const ACCESS_TOKEN = 'urn:ietf:params:oauth:token-type:access_token';

type Lists = Partial<Record<'client_credentials_clients' | 'token_exchange_clients', string[] | '*'>>;

interface TokenAnswer {
  access_token: string;
  error?: string;
  error_description?: string;
}

/** The log line about applications that RESOURCES_FILE does not list. */
interface Told {
  level: string;
  unlisted: object[];
  msg: string;
}

describe('scopes that nobody consents to', () => {
  const dataDir = freshDir();
  const file = join(dataDir, 'resources.json');
  let server: TestServer;
  let account: Account;
  /** Has both grant types, and uses them. */
  let robot: Application;
  let other: Application;
  /** Has one grant type, and never used its secret. */
  let idle: Application;
  /** Uses its secret for another grant. */
  let diary: Application;

  const writeResources = (notes: Lists, photos: Lists) => {
    const scope = (name: string) => ({ name, description: name });
    const resources = [
      { url: NOTES, name: 'Notes', scopes: [scope('notes:read'), scope('notes:write')], ...notes },
      { url: PHOTOS, name: 'Photos', scopes: [scope('photos:read')], ...photos },
    ];
    writeFileSync(file, JSON.stringify(resources));
  };
  /** Rewrites the resources file and restarts. */
  const restart = async (notes: Lists, photos: Lists, env: Record<string, string> = {}) => {
    await server.stop();
    writeResources(notes, photos);
    server = await TestServer.start({ dataDir, port: server.port, env: { RESOURCES_FILE: file, ...env } });
  };

  beforeAll(async () => {
    writeResources({}, {});
    server = await TestServer.start({ dataDir, env: { RESOURCES_FILE: file } });
    account = await signUp(server);
    const grantTypes = ['client_credentials', TOKEN_EXCHANGE];
    const ownScopes = ['notes:read', 'photos:read'];
    robot = await registerAllowed(server, account, { grantTypes, ownScopes });
    other = await registerAllowed(server, account, { grantTypes, ownScopes }, { scopes: ['notes:read'] });
    idle = await registerAllowed(server, account, { grantTypes, ownScopes });
    diary = await register(server, account);
  });
  afterAll(() => server.stop());

  const post = (application: Application, parameters: Record<string, string>) =>
    call<TokenAnswer>('POST', `${server.url}/oauth2/token`, {
      headers: basicOf(application),
      body: new URLSearchParams(parameters),
    });
  const ownToken = (application: Application, scope: string) =>
    post(application, { grant_type: 'client_credentials', scope });
  const exchanged = async (application: Application, scope: string) => {
    const owner = { ...account, ...(await signIn(server, account)) };
    const { access_token } = await obtainTokens(server, owner, diary, { scope });
    return post(application, {
      grant_type: TOKEN_EXCHANGE,
      subject_token: access_token,
      subject_token_type: ACCESS_TOKEN,
    });
  };
  const outcome = async (answer: ReturnType<typeof post>) => {
    const { status, body } = await answer;
    return status === 200 ? 'given' : [status, body.error, body.error_description];
  };
  const refusal = (setting: string, { client_id }: Application, url: string) => [
    400,
    'unauthorized_client',
    `RESOURCES_FILE does not list ${client_id} in ${setting} of ${url}: only the operator can allow that`,
  ];
  const told = (): Told[] =>
    server.output
      .split('\n')
      .filter((line) => line.includes('"unlisted"'))
      .map((line) => JSON.parse(line) as Told);

  it('are given to no application by its developer alone: the error names the setting and the client_id', async () => {
    expect(await outcome(ownToken(robot, 'notes:read'))).toEqual(refusal('client_credentials_clients', robot, NOTES));
    expect(await outcome(ownToken(other, 'photos:read'))).toEqual(refusal('client_credentials_clients', other, PHOTOS));
    expect(await outcome(exchanged(robot, 'notes:read'))).toEqual(refusal('token_exchange_clients', robot, NOTES));
    expect(await outcome(exchanged(other, 'notes:read'))).toEqual(refusal('token_exchange_clients', other, NOTES));
  });

  it("nor are tokens for the auth server alone, which is not a resource of the operator's, exchanged", async () => {
    const [status, error] = await outcome(exchanged(robot, 'openid profile'));
    expect([status, error]).toEqual([400, 'unauthorized_client']);
  });

  it('the start names those that used their secret lately, and what to set', async () => {
    await restart({}, {});
    expect(told()).toEqual([
      expect.objectContaining({
        level: 'warn',
        unlisted: [
          {
            url: NOTES,
            client_credentials_clients: [robot.client_id, other.client_id],
            token_exchange_clients: [robot.client_id, other.client_id],
          },
          {
            url: PHOTOS,
            client_credentials_clients: [robot.client_id, other.client_id],
            token_exchange_clients: [robot.client_id],
          },
        ],
      }),
    ]);
    expect(told()[0]!.msg).toMatch('RESOURCES_FILE');
    expect(server.output).not.toMatch(idle.client_id);
    expect(server.output).not.toMatch(diary.client_id);
  });

  it('and no more once the operator has decided, be it for none', async () => {
    await restart({ client_credentials_clients: [] }, { client_credentials_clients: '*', token_exchange_clients: '*' });
    const clients = [robot.client_id, other.client_id];
    expect(told()).toEqual([expect.objectContaining({ unlisted: [{ url: NOTES, token_exchange_clients: clients }] })]);
  });

  it('nor of what was last used 30 days ago', async () => {
    await restart({}, {}, { CLOCK_AHEAD: String(31 * 86_400_000) });
    expect(told()).toEqual([]);
  });

  it('are given to those that the operator lists, at that resource and for that grant type', async () => {
    await restart({ client_credentials_clients: [robot.client_id] }, { token_exchange_clients: [other.client_id] });
    expect(await outcome(ownToken(robot, 'notes:read'))).toBe('given');
    expect(await outcome(ownToken(robot, 'photos:read'))).toEqual(refusal('client_credentials_clients', robot, PHOTOS));
    expect(await outcome(ownToken(other, 'notes:read'))).toEqual(refusal('client_credentials_clients', other, NOTES));
    expect(await outcome(exchanged(robot, 'notes:read'))).toEqual(refusal('token_exchange_clients', robot, NOTES));
  });

  it('"*" lists every application, and what an application is allowed itself narrows it', async () => {
    await restart({ client_credentials_clients: '*', token_exchange_clients: '*' }, {});
    for (const application of [robot, other, idle]) {
      expect(await outcome(ownToken(application, 'notes:read'))).toBe('given');
      expect(await outcome(exchanged(application, 'notes:read'))).toBe('given');
    }
    expect(await outcome(ownToken(robot, 'notes:write'))).toEqual([400, 'invalid_scope', expect.any(String)]);
    const [status, error] = await outcome(ownToken(diary, 'notes:read'));
    expect([status, error]).toEqual([400, 'unauthorized_client']);
    const publicClient = await registerAllowed(
      server,
      { ...account, ...(await signIn(server, account)) },
      { grantTypes: [...CODE_AND_REFRESH, 'client_credentials'], ownScopes: ['notes:read'] },
      { client_type: 'public' },
    );
    const body = new URLSearchParams({ grant_type: 'client_credentials', client_id: publicClient.client_id });
    const answer = await call<TokenAnswer>('POST', `${server.url}/oauth2/token`, { body });
    expect([answer.status, answer.body.error]).toEqual([400, 'unauthorized_client']);
  });
});

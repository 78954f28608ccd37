import { ExampleProcess } from '../../support/example-process';
import { terminalOf } from '../../support/transcript';
import { freePort } from '@consentry/test-support/server/ports';
import { TestServer } from '@consentry/test-support/server/server';
import { settingsOf } from '@consentry/test-support/world/two-resources';
import {
  type Account,
  type Application,
  call,
  obtainTokens,
  register,
  signUp,
} from '@consentry/test-support/world/world';

const SCOPES = ['cats:read', 'cats:write', 'cats:health'];

interface Result {
  data: unknown;
  errors?: { extensions: { code: string; challenge?: string } }[];
}

describe('examples/graphql-service', () => {
  let url: string;
  let server: TestServer;
  let service: ExampleProcess;
  let account: Account;
  let application: Application;

  beforeAll(async () => {
    const port = await freePort();
    url = `http://localhost:${port}`;
    const scopes = SCOPES.map((name) => ({ name, description: `Use ${name}` }));
    server = await TestServer.start({ env: settingsOf([{ url, name: 'Cats', scopes }]) });
    const env = { AUTH_URL: server.url, SERVICE_URL: url, PORT: String(port) };
    service = await ExampleProcess.serve('graphql-service', env);
    account = await signUp(server);
    application = await register(server, account);
  });
  afterAll(() => Promise.all([service.stop(), server.stop()]));

  async function ask(query: string, scope?: string): Promise<Result> {
    const token = scope && (await obtainTokens(server, account, application, { scope })).access_token;
    const headers = { ...(token && { authorization: `Bearer ${token}` }) };
    return (await call<Result>('POST', `${url}/graphql`, { headers, body: { query } })).body;
  }

  it('adds and lists by the scopes of the operations', async () => {
    const added = await ask('mutation { add(name: "Tom") { name } }', 'cats:write');
    expect(added).toEqual({ data: { add: { name: 'Tom' } } });
    expect(await ask('{ list { name } }', 'cats:read')).toEqual({ data: { list: [{ name: 'Tom' }] } });
    const refused = await ask('{ list { name } }', 'cats:write');
    expect(refused.errors![0]!.extensions).toMatchObject({ code: 'FORBIDDEN' });
  });

  it('gives a field only for its own scope', async () => {
    const query = '{ list { name illness } }';
    const both = { list: [{ name: 'Tom', illness: 'Tom is well' }] };
    expect(await ask(query, 'cats:read cats:health')).toEqual({ data: both });
    const { challenge } = (await ask(query, 'cats:read')).errors![0]!.extensions;
    expect(challenge).toContain('error="insufficient_scope"');
    expect(challenge).toContain('cats:health');
  });

  it('answers what is open, and asks for a token elsewhere', async () => {
    expect(await ask('{ hello }')).toEqual({ data: { hello: 'Cats are served here' } });
    expect((await ask('{ list { name } }')).errors![0]!.extensions.code).toBe('UNAUTHENTICATED');
  });

  it('answers as its README shows', async () => {
    const [shown, printed] = await terminalOf('graphql-service', { 'http://localhost:3001': url });
    expect(printed).toBe(shown);
  });
});

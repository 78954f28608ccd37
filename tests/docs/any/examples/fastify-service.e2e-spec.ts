import { registerAllowed } from '@consentry/test-support/world/allowed';
import { basicOf } from '@consentry/test-support/world/devices';
import { ExampleProcess } from '../../support/example-process';
import { terminalOf } from '../../support/transcript';
import { freePort } from '@consentry/test-support/server/ports';
import { TestServer } from '@consentry/test-support/server/server';
import { settingsOf } from '@consentry/test-support/world/two-resources';
import { type Account, call, obtainTokens, register, signUp } from '@consentry/test-support/world/world';

const scope = (name: string) => ({ name, description: `Use ${name}` });

describe('examples/fastify-service', () => {
  let url: string;
  let server: TestServer;
  let service: ExampleProcess;
  let account: Account;

  beforeAll(async () => {
    const port = await freePort();
    url = `http://localhost:${port}`;
    const cats = { url, name: 'Cats', scopes: [scope('cats:read'), scope('cats:write')] };
    server = await TestServer.start({ env: settingsOf([{ ...cats, client_credentials_clients: '*' }]) });
    const env = { AUTH_URL: server.url, SERVICE_URL: url, PORT: String(port) };
    service = await ExampleProcess.serve('fastify-service', env);
    account = await signUp(server);
  });
  afterAll(() => Promise.all([service.stop(), server.stop()]));

  const cats = (token?: string, body?: object) =>
    call(body ? 'POST' : 'GET', `${url}/cats`, {
      headers: { ...(token && { authorization: `Bearer ${token}` }), origin: 'http://localhost:8080' },
      body,
    });

  it('serves a person what the scopes allow, of which one implies the other', async () => {
    const application = await register(server, account);
    const { access_token: writer } = await obtainTokens(server, account, application, { scope: 'cats:write' });
    const { access_token: reader } = await obtainTokens(server, account, application, { scope: 'cats:read' });
    expect((await cats(writer, { name: 'Tom' })).status).toBe(201);
    expect((await cats(writer)).body).toEqual({ cats: ['Tom'] });
    expect((await cats(reader)).body).toEqual({ cats: ['Tom'] });
    const refused = await cats(reader, { name: 'Kit' });
    expect([refused.status, refused.body['error']]).toEqual([403, 'insufficient_scope']);
    expect((await cats(writer, { name: 1 })).status).toBe(400);
  });

  it('refuses an application in its own name by its policy', async () => {
    const allowed = { grantTypes: ['client_credentials'], ownScopes: ['cats:read'] };
    const application = await registerAllowed(server, account, allowed);
    const body = new URLSearchParams({ grant_type: 'client_credentials' });
    const answer = await call('POST', `${server.url}/oauth2/token`, { headers: basicOf(application), body });
    const refused = await cats(String(answer.body['access_token']));
    expect([refused.status, refused.body['error_description']]).toEqual([403, 'Only people have cats']);
  });

  it('is open where it says so, and shows a browser the challenge', async () => {
    expect((await call('GET', `${url}/health`)).body).toEqual({ status: 'up' });
    const { status, headers } = await cats();
    expect(status).toBe(401);
    expect(headers.get('www-authenticate')).toBe('Bearer realm="api", scope="cats:read"');
    expect(headers.get('access-control-expose-headers')).toContain('WWW-Authenticate');
  });

  it('answers as its README shows', async () => {
    const [shown, printed] = await terminalOf('fastify-service', { 'http://localhost:3001': url });
    expect(printed).toBe(shown);
  });
});

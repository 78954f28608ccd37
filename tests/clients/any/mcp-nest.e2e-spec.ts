import { UnauthorizedError } from '@modelcontextprotocol/sdk/client/auth.js';
import type { OAuthClientInformationMixed } from '@modelcontextprotocol/sdk/shared/auth.js';
import { decodeJwt } from 'jose';
import { McpClient, McpCredentials } from '@consentry/test-support/world/mcp-client';
import { MCP_SDKS } from '../support/mcp-sdks';
import { NestMcpServer } from '@consentry/test-support/world/nest-mcp-server';
import { TestServer } from '@consentry/test-support/server/server';
import { settingsOf } from '@consentry/test-support/world/two-resources';
import { visit } from '@consentry/test-support/browser/visit';
import { type Account, call, register, signUp } from '@consentry/test-support/world/world';

const CALLBACK = 'http://127.0.0.1:33418/callback';

/** The MCP SDK's client, unmodified, and examples/mcp-server. */
describe('an MCP server on Nest', () => {
  let tools: NestMcpServer;
  let others: NestMcpServer;
  let atRoot: NestMcpServer;
  let server: TestServer;
  let ofRoot: TestServer;
  let account: Account;

  beforeAll(async () => {
    [tools, others] = [await NestMcpServer.reserve(), await NestMcpServer.reserve()];
    atRoot = await NestMcpServer.reserve('');
    // A server each, as both have the scopes of the example.
    server = await serverOf(tools);
    ofRoot = await serverOf(atRoot);
    await tools.trust(server);
    await others.trust(server);
    await atRoot.trust(ofRoot);
    account = await signUp(server);
  });
  afterAll(async () => {
    await tools.stop();
    await others.stop();
    await atRoot.stop();
    await server.stop();
    await ofRoot.stop();
  });

  const serverOf = ({ resource }: NestMcpServer) =>
    TestServer.start({ env: { ...settingsOf([resource]), DYNAMIC_REGISTRATION: 'open' } });

  /** From a 401 to access; the client knows the server's URL alone. */
  async function connect(known?: OAuthClientInformationMixed): Promise<McpClient> {
    const client = new McpClient(tools.url, new McpCredentials(CALLBACK, known));
    await expect(client.whoAmI()).rejects.toThrow(UnauthorizedError);
    const asked = client.credentials.asked!;
    expect(asked.href).toContain(`${server.url}/oauth2/authorize?`);
    // The scope stands in the challenge alone, the resource in the metadata (RFC 8707).
    expect(Object.fromEntries(asked.searchParams)).toMatchObject({ resource: tools.url, scope: 'tools:use' });
    await client.finish(await visit(server, account, asked));
    return client;
  }

  it('is found, authorized and called by a client that nobody knew (RFC 7591)', async () => {
    const client = await connect();
    const { client_id: clientId } = client.credentials.clientInformation() ?? {};
    expect(await client.whoAmI()).toBe(account.id);
    expect(clientOf(client)).toBe(clientId);
  });

  /** The client that its access token is for. */
  const clientOf = ({ credentials }: McpClient) => decodeJwt(credentials.kept?.access_token ?? '')['client_id'];

  it.each(MCP_SDKS)('at the root of an origin, lets in the SDK of version %s', async (_, sdk) => {
    const owner = await signUp(ofRoot);
    const client = new McpClient(atRoot.url, new McpCredentials(CALLBACK), sdk);
    await expect(client.whoAmI()).rejects.toThrow(sdk.UnauthorizedError);
    const asked = client.credentials.asked!;
    // Older ones add the slash of an empty path (RFC 3986 §6.2.3).
    expect([atRoot.url, `${atRoot.url}/`]).toContain(asked.searchParams.get('resource'));
    await client.finish(await visit(ofRoot, owner, asked));
    expect(await client.whoAmI()).toBe(owner.id);
  });

  it('refuses tokens of access that was taken away, and the client sends the account to us again', async () => {
    const client = await connect();
    expect(await client.whoAmI()).toBe(account.id);
    await endGrants();
    client.credentials.asked = undefined;
    await untilRefused(client.credentials);
    await expect(client.whoAmI()).rejects.toThrow(UnauthorizedError);
    await client.finish(await visit(server, account, String(client.credentials.asked)));
    expect(await client.whoAmI()).toBe(account.id);
  });

  /**
   * Sends plain requests until the guard refuses the token, within a second. The SDK would begin two authorizations,
   * with one place for a verifier, if the guard refused the call and the stream of one connection.
   */
  async function untilRefused({ kept }: McpCredentials): Promise<void> {
    const headers = { authorization: `Bearer ${kept?.access_token}` };
    while ((await fetch(tools.url, { method: 'POST', headers })).status !== 401);
  }

  async function endGrants(): Promise<void> {
    const { session: headers } = account;
    const { items } = (await call<{ items: { id: string }[] }>('GET', `${server.url}/api/grants`, { headers })).body;
    for (const { id } of items) await call('DELETE', `${server.url}/api/grants/${id}`, { headers });
  }

  it('takes no token of the same issuer for another service (RFC 8707)', async () => {
    const { client_id } = await register(server, account, { redirect_uris: [CALLBACK], client_type: 'public' });
    const client = await connect({ client_id });
    expect(await client.whoAmI()).toBe(account.id);
    expect(clientOf(client)).toBe(client_id);
    const authorization = `Bearer ${client.credentials.kept?.access_token}`;
    const refused = await fetch(others.url, { method: 'POST', headers: { authorization } });
    expect(refused.status).toBe(401);
    const challenge = refused.headers.get('www-authenticate');
    expect(challenge).toContain('error="invalid_token"');
    expect(challenge).toContain(
      `resource_metadata="${new URL(others.url).origin}/.well-known/oauth-protected-resource/mcp"`,
    );
  });
});

/** @once */
import { UnauthorizedError } from '@modelcontextprotocol/sdk/client/auth.js';
import type { OAuthClientInformationMixed } from '@modelcontextprotocol/sdk/shared/auth.js';
import { type ClientSite, startClientSite } from '../support/client-document';
import { McpClient, McpCredentials } from '../support/mcp-client';
import { TestMcpServer } from '../support/mcp-server';
import { TestServer } from '../support/server';
import { settingsOf } from '../support/two-resources';
import { visit } from '../support/visit';
import { type Account, call, register, signUp } from '../support/world';

const CALLBACK = 'http://127.0.0.1:33418/callback';

/** Client and server of the MCP SDK, unmodified: the client knows only its MCP server's URL. */
describe('@modelcontextprotocol/sdk', () => {
  let site: ClientSite;
  let tools: TestMcpServer;
  let server: TestServer;
  let account: Account;

  beforeAll(async () => {
    tools = await TestMcpServer.listen();
    site = await startClientSite(new McpCredentials(CALLBACK).clientMetadata);
    // In its own process: Node reads trusted certificates at start.
    server = await TestServer.spawn(undefined, {
      env: { ...settingsOf([tools.resource]), DYNAMIC_REGISTRATION: 'open', NODE_EXTRA_CA_CERTS: site.certificate },
    });
    await server.ready();
    await tools.trust(server);
    account = await signUp(server);
  });
  afterAll(async () => {
    site.stop();
    tools.stop();
    await server.stop();
  });

  /** 401, authorization, redirect, access. */
  async function connect(known?: OAuthClientInformationMixed, documentUrl?: string): Promise<McpClient> {
    const client = new McpClient(tools.url, new McpCredentials(CALLBACK, known, documentUrl));
    await expect(client.whoAmI()).rejects.toThrow(UnauthorizedError);
    const { asked } = client.credentials;
    if (asked === undefined) throw new Error('the client does not know where to send the account');
    expect(asked.href).toContain(`${server.url}/oauth2/authorize?`);
    expect(Object.fromEntries(asked.searchParams)).toMatchObject({
      resource: tools.url,
      scope: 'tools:use',
      code_challenge_method: 'S256',
    });
    await client.finish(await visit(server, account, asked));
    return client;
  }

  const registered = async (fields: Record<string, unknown>) => {
    const { client_id, client_secret } = await register(server, account, { redirect_uris: [CALLBACK], ...fields });
    return { client_id, ...(client_secret !== undefined && { client_secret }) };
  };

  const kinds: [string, Record<string, unknown>][] = [
    ['public', { client_type: 'public' }],
    ['confidential', {}],
  ];

  it.each(kinds)(
    'a %s client that was registered before: from a 401 to a tool, and on by refresh',
    async (_, fields) => {
      const known = await registered(fields);
      const client = await connect(known);
      expect(await client.whoAmI()).toBe(`${account.id} by ${known.client_id}`);

      const { access_token: first = '', refresh_token: before } = client.credentials.kept ?? {};
      tools.expired.add(first);
      expect(await client.whoAmI()).toBe(`${account.id} by ${known.client_id}`);
      expect(client.credentials.kept?.access_token).not.toBe(first);
      expect(client.credentials.kept?.refresh_token).not.toBe(before);
    },
  );

  it('a client that nobody knew registers itself (RFC 7591)', async () => {
    const client = await connect();
    const { client_id: clientId } = client.credentials.clientInformation() ?? {};
    expect(await client.whoAmI()).toBe(`${account.id} by ${clientId}`);
    await expectToRefresh(client);
  });

  it('a client that nobody knew is known by its metadata document', async () => {
    const client = await connect(undefined, site.clientId);
    expect(await client.whoAmI()).toBe(`${account.id} by ${site.clientId}`);
    await expectToRefresh(client);
  });

  it('a client whose access was taken away sends the account to us again', async () => {
    const client = await connect(await registered({ client_type: 'public' }));
    await endGrants();
    tools.expired.add(client.credentials.kept?.access_token ?? '');
    client.credentials.asked = undefined;
    await expect(client.whoAmI()).rejects.toThrow(UnauthorizedError);
    expect(client.credentials.kept).toBeUndefined();
    await client.finish(await visit(server, account, String(client.credentials.asked)));
    expect(await client.whoAmI()).toContain(account.id);
  });

  async function expectToRefresh(client: McpClient): Promise<void> {
    const { access_token: first = '', refresh_token: before } = client.credentials.kept ?? {};
    tools.expired.add(first);
    expect(await client.whoAmI()).toContain(account.id);
    expect(client.credentials.kept?.access_token).not.toBe(first);
    expect(client.credentials.kept?.refresh_token).not.toBe(before);
  }

  async function endGrants(): Promise<void> {
    const { session: headers } = account;
    const { items } = (await call<{ items: { id: string }[] }>('GET', `${server.url}/api/grants`, { headers })).body;
    for (const { id } of items) await call('DELETE', `${server.url}/api/grants/${id}`, { headers });
  }
});

import { UnauthorizedError } from '@modelcontextprotocol/sdk/client/auth.js';
import type { OAuthClientInformationMixed } from '@modelcontextprotocol/sdk/shared/auth.js';
import { CLAUDE_CODE, CLAUDE_CODE_PATH } from '@consentry/test-support/world/claude-code';
import { type ClientSite, startClientSite } from '../support/client-document';
import { McpClient, McpCredentials } from '@consentry/test-support/world/mcp-client';
import { MCP_SDKS } from '../support/mcp-sdks';
import { TestMcpServer } from '../support/mcp-server';
import { TestServer } from '@consentry/test-support/server/server';
import { settingsOf } from '@consentry/test-support/world/two-resources';
import { visit } from '@consentry/test-support/browser/visit';
import { type Account, call, register, signUp } from '@consentry/test-support/world/world';

const CALLBACK = 'http://127.0.0.1:33418/callback';

/** Client and server of the MCP SDK, unmodified: the client knows only its MCP server's URL. */
describe('@modelcontextprotocol/sdk', () => {
  let site: ClientSite;
  let tools: TestMcpServer;
  let atRoot: TestMcpServer;
  let server: TestServer;
  let account: Account;

  beforeAll(async () => {
    tools = await TestMcpServer.listen();
    atRoot = await TestMcpServer.listen('', 'root:use');
    site = await startClientSite({
      '/client.json': new McpCredentials(CALLBACK).clientMetadata,
      [CLAUDE_CODE_PATH]: CLAUDE_CODE,
    });
    // In its own process: Node reads trusted certificates at start.
    server = await TestServer.spawn(undefined, {
      env: {
        ...settingsOf([tools.resource, atRoot.resource]),
        DYNAMIC_REGISTRATION: 'open',
        NODE_EXTRA_CA_CERTS: site.certificate,
      },
    });
    await server.ready();
    await tools.trust(server);
    await atRoot.trust(server);
    account = await signUp(server);
  });
  afterAll(async () => {
    site.stop();
    tools.stop();
    atRoot.stop();
    await server.stop();
  });

  /** 401, authorization, redirect, access. */
  async function connect(
    known?: OAuthClientInformationMixed,
    documentUrl?: string,
    callback = CALLBACK,
  ): Promise<McpClient> {
    const client = new McpClient(tools.url, new McpCredentials(callback, known, documentUrl));
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

  describe.each(MCP_SDKS)('of version %s', (_, sdk) => {
    it.each([
      ['below a path', () => tools, (url: string) => url],
      // The SDK names the resource with the slash of an empty path (RFC 3986 §6.2.3).
      ['at the root of an origin', () => atRoot, (url: string) => `${url}/`],
    ])('finds a server %s, registers itself, is let in and refreshes', async (_place, given, named) => {
      const { url, expired } = given();
      const client = new McpClient(url, new McpCredentials(CALLBACK), sdk);
      await expect(client.whoAmI()).rejects.toThrow(sdk.UnauthorizedError);
      const asked = client.credentials.asked!;
      expect(asked.searchParams.get('resource')).toBe(named(url));
      await client.finish(await visit(server, account, asked));
      expect(await client.whoAmI()).toContain(account.id);
      const { access_token: first = '' } = client.credentials.kept ?? {};
      expired.add(first);
      expect(await client.whoAmI()).toContain(account.id);
      expect(client.credentials.kept?.access_token).not.toBe(first);
    });
  });

  it('a client that nobody knew is known by its metadata document', async () => {
    const documentUrl = site.clientIdAt('/client.json');
    const client = await connect(undefined, documentUrl);
    expect(await client.whoAmI()).toBe(`${account.id} by ${documentUrl}`);
    await expectToRefresh(client);
  });

  it("Claude Code's recorded document, over TLS, lets it in on an ephemeral port of localhost", async () => {
    const documentUrl = site.clientIdAt(CLAUDE_CODE_PATH);
    const client = await connect(undefined, documentUrl, 'http://localhost:41333/callback');
    expect(await client.whoAmI()).toBe(`${account.id} by ${documentUrl}`);
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

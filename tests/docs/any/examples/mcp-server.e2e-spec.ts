import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { UnauthorizedError } from '@modelcontextprotocol/sdk/client/auth.js';
import { ExampleProcess } from '../../support/example-process';
import { terminalOf } from '../../support/transcript';
import { adapted, blocksOf } from '@consentry/test-support/docs/page-blocks';
import { ROOT } from '@consentry/test-support/run/root';
import { McpClient, McpCredentials } from '@consentry/test-support/world/mcp-client';
import { freePort } from '@consentry/test-support/server/ports';
import { TestServer } from '@consentry/test-support/server/server';
import { settingsOf } from '@consentry/test-support/world/two-resources';
import { visit } from '@consentry/test-support/browser/visit';
import { signUp } from '@consentry/test-support/world/world';

describe('examples/mcp-server', () => {
  let url: string;
  let server: TestServer;
  let service: ExampleProcess;

  beforeAll(async () => {
    const port = await freePort();
    url = `http://localhost:${port}/mcp`;
    const scopes = [{ name: 'tools:use', description: 'Use your shopping list' }];
    const resources = settingsOf([{ url, name: 'Shopping list', scopes }]);
    server = await TestServer.start({ env: { ...resources, DYNAMIC_REGISTRATION: 'open' } });
    const env = { AUTH_URL: server.url, SERVICE_URL: url, PORT: String(port) };
    service = await ExampleProcess.serve('mcp-server', env);
  });
  afterAll(() => Promise.all([service.stop(), server.stop()]));

  it('passes what docs/how-to/mcp-server.md tries', async () => {
    const shown = { 'http://localhost:3001/mcp': url };
    const script = adapted(blocksOf('docs/how-to/mcp-server.md').get('try'), shown);
    const { stdout } = await promisify(execFile)('sh', ['-euc', script], { cwd: ROOT });
    expect(stdout).toMatch(/^HTTP\/1\.1 401 /);
    const metadata = url.replace('/mcp', '/.well-known/oauth-protected-resource/mcp');
    expect(stdout).toContain(
      `WWW-Authenticate: Bearer realm="api", scope="tools:use", resource_metadata="${metadata}"`,
    );
  });

  it("lets a stranger's client in by the account's permission, and calls tools for that account", async () => {
    const account = await signUp(server);
    const client = new McpClient(url, new McpCredentials('http://127.0.0.1:33418/callback'));
    await expect(client.call('whoami')).rejects.toThrow(UnauthorizedError);
    await client.finish(await visit(server, account, client.credentials.asked!));
    expect(await client.call('whoami')).toBe(account.id);
    expect(await client.call('add_item', { item: 'milk' })).toBe('milk is on the list');
    expect(await client.call('add_item', { item: 'tea' })).toBe('tea is on the list');
    expect(await client.call('read_list')).toBe('milk\ntea');
  });

  it('answers as its README shows', async () => {
    const [shown, printed] = await terminalOf('mcp-server', { 'http://localhost:3001': new URL(url).origin });
    expect(printed).toBe(shown);
  });
});

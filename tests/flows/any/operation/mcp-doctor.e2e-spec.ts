import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { type CheckedFinding, type Status, runChecks } from '../../../../apps/auth-server/src/commands/doctor/check';
import { MCP_CHECKS } from '../../../../apps/auth-server/src/commands/doctor/mcp/mcp-checks';
import { bearerChallenge, gatherMcp } from '../../../../apps/auth-server/src/commands/doctor/mcp/mcp-facts';
import { type Detour, Prober } from '../../../../apps/auth-server/src/commands/doctor/prober';
import { systemClock } from '../../../../apps/auth-server/src/platform/config/clock';
import { ChangingProxy, type Change, inJson } from '@consentry/test-support/world/changing-proxy';
import { CONSENTRY, runProgram } from '@consentry/test-support/server/command';
import { NestMcpServer } from '@consentry/test-support/world/nest-mcp-server';
import { TestServer, freshDir } from '@consentry/test-support/server/server';

const FAILS = 'failure';
const WARNS = 'warning';
type Fixture = readonly [id: string, status: Status, change: Change, cause: RegExp];

const OF_RESOURCE = '/.well-known/oauth-protected-resource/mcp';
const inResource = (change: Record<string, unknown>) => inJson(OF_RESOURCE, change);
const inServer = (change: Record<string, unknown>) => inJson('/.well-known/oauth-authorization-server', change);

const atMcp =
  (change: Change): Change =>
  (answer) => {
    if (/^\/mcp(\?|$)/.test(answer.path)) change(answer);
  };
const challenge = (text: string) => atMcp(({ headers }) => (headers['www-authenticate'] = text));

/** Each is an answer of a real MCP server, or of its authorization server, with one change. */
const FIXTURES: readonly Fixture[] = [
  ['mcp-unauthorized', FAILS, atMcp((answer) => (answer.status = 200)), /anyone may call/],
  ['mcp-unauthorized', FAILS, atMcp((answer) => (answer.status = 404)), /answered 404/],
  ['mcp-wrong-token', FAILS, atMcp((answer) => (answer.status = 403)), /answered 403/],
  ['mcp-wrong-token', WARNS, challenge('Bearer realm="mcp"'), /invalid_token/],
  ['mcp-token-in-query', FAILS, judgeQuery, /it is read/],
  ['mcp-challenge', WARNS, challenge('Bearer'), /no resource_metadata/],
  ['mcp-challenge', FAILS, withoutMetadata, /there is no metadata at the well-known URL/],
  ['mcp-scope', WARNS, both(challenge('Bearer'), inResource({ scopes_supported: undefined })), /all scopes or none/],
  ['mcp-resource-metadata', FAILS, withoutMetadata, /answered 404/],
  [
    'mcp-resource-metadata',
    FAILS,
    atResource(({ headers }) => (headers['content-type'] = 'text/plain')),
    /text\/plain/,
  ],
  ['mcp-resource', FAILS, inResource({ resource: 'https://other.example.com/mcp' }), /other\.example\.com/],
  ['mcp-resource', WARNS, atResource((answer) => (answer.body = answer.body.replace('/mcp"', '"'))), /strict clients/],
  [
    'mcp-resource',
    WARNS,
    atResource((answer) => (answer.body = answer.body.replace('/mcp"', '/mcp/"'))),
    /strict clients/,
  ],
  ['mcp-bearer-methods', FAILS, inResource({ bearer_methods_supported: ['header', 'query'] }), /query/],
  ['mcp-authorization-servers', FAILS, inResource({ authorization_servers: [] }), /is empty/],
  ['mcp-authorization-servers', FAILS, inResource({ authorization_servers: ['http://a.invalid'] }), /not https/],
  ['mcp-server-metadata', FAILS, inServer({ issuer: 'https://other.example.com' }), /says it is https:\/\/other/],
  ['mcp-server-metadata', FAILS, inResource({ authorization_servers: ['http://localhost:1'] }), /did not answer/],
  ['mcp-pkce', FAILS, inServer({ code_challenge_methods_supported: undefined }), /clients must refuse/],
  ['mcp-endpoints', FAILS, inServer({ token_endpoint: 'http://auth.example.com/token' }), /missing, or http/],
  ['mcp-registration', WARNS, inServer({ client_id_metadata_document_supported: false }), /Dynamic Client/],
  ['mcp-public-clients', WARNS, inServer({ token_endpoint_auth_methods_supported: ['private_key_jwt'] }), /lacks none/],
  ['mcp-audience', FAILS, inServer({ protected_resources: ['https://other.example.com'] }), /lacks http:\/\/localhost/],
  ['mcp-audience', 'unknown', inServer({ protected_resources: undefined }), /publishes/],
];

function atResource(change: Change): Change {
  return (answer) => {
    if (answer.path === OF_RESOURCE) change(answer);
  };
}

function both(...changes: Change[]): Change {
  return (answer) => changes.forEach((change) => change(answer));
}

function judgeQuery(answer: Parameters<Change>[0]): void {
  if (answer.path.includes('access_token')) answer.headers['www-authenticate'] = 'Bearer error="invalid_token"';
}

function withoutMetadata(answer: Parameters<Change>[0]): void {
  if (answer.path.includes('oauth-protected-resource')) answer.status = 404;
  challenge('Bearer')(answer);
}

describe('consentry mcp-doctor', () => {
  let mcp: NestMcpServer;
  let issuer: TestServer;
  let proxies: ChangingProxy[];
  let detours: Detour[];

  beforeAll(async () => {
    mcp = await NestMcpServer.reserve();
    const file = join(freshDir(), 'resources.json');
    writeFileSync(file, JSON.stringify([mcp.resource]));
    issuer = await TestServer.start({ env: { RESOURCES_FILE: file } });
    await mcp.trust(issuer);
    const ports = [Number(new URL(mcp.url).port), issuer.port];
    proxies = await Promise.all(ports.map((port) => ChangingProxy.before(port)));
    detours = ports.map((port, at) => ({
      from: { host: 'localhost', port: String(port) },
      to: { host: '127.0.0.1', port: proxies[at]!.port },
    }));
  });
  afterAll(async () => {
    proxies.forEach((proxy) => proxy.stop());
    await mcp.stop();
    await issuer.stop();
  });

  async function examine(change: Change = () => undefined, url = mcp.url): Promise<CheckedFinding[]> {
    for (const proxy of proxies) proxy.change = change;
    return runChecks(MCP_CHECKS, await gatherMcp(url, new Prober(systemClock, detours)));
  }

  it('finds nothing wrong with an MCP server behind the guard', async () => {
    const found = (await examine()).filter(({ status }) => status !== 'ok');
    expect(found.map(({ id, status }) => [id, status])).toEqual([['mcp-https', 'skipped']]);
  });

  it.each([
    [
      'is imported, and another guard answers first',
      challenge('Basic'),
      /if it is imported, another guard answers first/,
    ],
    ['is not imported', withoutMetadata, /^import ProtectedResourceModule of @consentry\/guard\/mcp$/],
  ])('says what to do where the module %s', async (_, change, cure) => {
    const found = (await examine(change)).find(({ id }) => id === 'mcp-challenge');
    expect(found).toHaveProperty('cure', expect.stringMatching(cure));
  });

  it.each(FIXTURES)('%s: %s', async (id, status, change, cause) => {
    const found = (await examine(change)).find((finding) => finding.id === id);
    expect(found).toMatchObject({ status, cause: expect.stringMatching(cause) as string });
  });

  it.each([
    ['https', 'ok'],
    ['http', 'failure'],
  ])('mcp-https: %s is %s', async (scheme, status) => {
    // Nothing answers there: the URL alone tells.
    const nowhere = [{ from: { host: '', port: '' }, to: { host: '127.0.0.1', port: 1 } }];
    const facts = await gatherMcp(`${scheme}://mcp.example.com/mcp`, new Prober(systemClock, nowhere));
    const findings = runChecks(MCP_CHECKS, facts);
    expect(findings.find(({ id }) => id === 'mcp-https')?.status).toBe(status);
    expect(findings.find(({ id }) => id === 'mcp-unauthorized')?.status).toBe('failure');
  });

  it('mcp-unauthorized: a stream that is open to everybody is not waited for', async () => {
    const open = createServer((_, reply) => reply.writeHead(200, { 'content-type': 'text/event-stream' }).write(':\n'));
    await once(open.listen(0, '127.0.0.1'), 'listening');
    const { port } = open.address() as AddressInfo;
    const facts = await gatherMcp(`http://127.0.0.1:${port}/mcp`, new Prober(systemClock));
    open.close();
    const found = runChecks(MCP_CHECKS, facts).find(({ id }) => id === 'mcp-unauthorized');
    expect(found).toMatchObject({ status: 'failure', cause: 'it is answered: anyone may call' });
  });

  it('has a fixture for every check', () => {
    const tried = new Set(['mcp-https', ...FIXTURES.map(([id]) => id)]);
    expect(MCP_CHECKS.map(({ id }) => id).filter((id) => !tried.has(id))).toEqual([]);
  });

  it('is a command with exit codes and JSON', async () => {
    const well = await runProgram(CONSENTRY, ['mcp-doctor', mcp.url], {});
    expect([well.exitCode, well.stderr]).toEqual([0, '']);
    expect(well.stdout).toContain('ok              mcp-resource: the resource in the metadata is the URL given\n');
    const ill = await runProgram(CONSENTRY, ['mcp-doctor', issuer.url, '--json'], {});
    const { checks } = JSON.parse(ill.stdout) as { checks: CheckedFinding[] };
    expect([ill.exitCode, checks.map(({ id }) => id)]).toEqual([1, MCP_CHECKS.map(({ id }) => id)]);
    const wrong = await runProgram(CONSENTRY, ['mcp-doctor', 'mcp.example.com'], {});
    expect([wrong.exitCode, wrong.stdout]).toEqual([2, '']);
    expect(wrong.stderr).toMatch(
      /^consentry mcp-doctor: the URL must be http or https, without a user name, spaces or a fragment; see consentry mcp-doctor --help\n$/,
    );
  });

  it.each([
    ['Bearer', {}],
    ['Basic realm="x", Bearer scope="a b", error=invalid_token', { scope: 'a b', error: 'invalid_token' }],
    ['bearer resource_metadata = "https://a/\\"b"', { resource_metadata: 'https://a/"b' }],
    ['Basic realm="Bearer"', null],
    [undefined, null],
  ])('reads the challenge %s', (header, parameters) => {
    expect(bearerChallenge(header)).toEqual(parameters);
  });
});

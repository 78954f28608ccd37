import { once } from 'node:events';
import { type Server, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type CheckedFinding, type Status, runChecks } from '../../../../apps/auth-server/src/commands/doctor/check';
import { OUTSIDE_CHECKS } from '../../../../apps/auth-server/src/commands/doctor/doctor-checks';
import { gatherOutside } from '../../../../apps/auth-server/src/commands/doctor/outside/outside-facts';
import { Prober } from '../../../../apps/auth-server/src/commands/doctor/prober';
import { systemClock } from '../../../../apps/auth-server/src/platform/config/clock';
import { ChangingProxy, type Change, inJson, selfSigned } from '@consentry/test-support/world/changing-proxy';
import { CONSENTRY, runHosted, runProgram } from '@consentry/test-support/server/command';
import { databaseSettingsOf } from '@consentry/test-support/server/engine';
import { givenServer } from '@consentry/test-support/server/given';
import { freePort } from '@consentry/test-support/server/ports';
import { TestServer } from '@consentry/test-support/server/server';
import { storedRows } from '@consentry/test-support/server/stored';
import { call } from '@consentry/test-support/world/world';

const METADATA = '/.well-known/oauth-authorization-server';
const inMetadata = (change: Record<string, unknown>) => inJson(METADATA, change);
/** In both documents, so that they still agree. */
const inBoth =
  (change: Record<string, unknown>): Change =>
  (answer) =>
    [METADATA, '/.well-known/openid-configuration'].forEach((path) => inJson(path, change)(answer));

const at =
  (path: string, change: Change): Change =>
  (answer) => {
    if (answer.path.startsWith(path)) change(answer);
  };
const without =
  (path: string, header: string): Change =>
  (answer) =>
    at(path, ({ headers }) => delete headers[header])(answer);
const header =
  (path: string, name: string, value: string): Change =>
  (answer) =>
    at(path, ({ headers }) => (headers[name] = value))(answer);

const FAILS = 'failure';
const WARNS = 'warning';
type Fixture = readonly [id: string, status: Status, change: Change, cause: RegExp];

/** Each is a real server's answer with one change. */
const FIXTURES: readonly Fixture[] = [
  ['clock', FAILS, (answer) => (answer.headers.date = new Date(Date.now() + 300_000).toUTCString()), /seconds ahead/],
  ['clock', FAILS, (answer) => (answer.headers.date = new Date(Date.now() - 300_000).toUTCString()), /seconds behind/],
  ['clock', WARNS, (answer) => (answer.headers.date = new Date(Date.now() - 30_000).toUTCString()), /seconds behind/],
  ['ready', FAILS, at('/health/ready', (answer) => (answer.status = 503)), /answered 503/],
  ['no-cache', FAILS, header('/health/ready', 'x-request-id', 'the-same'), /from a cache/],
  ['no-cache', FAILS, header('/health/ready', 'age', '4'), /from a cache/],
  ['long-requests', FAILS, (answer) => void (answer.path.length > 8_000 && (answer.status = 414)), /answered 414/],
  ['revocation-feed', FAILS, at('/oauth2/revocations', (answer) => (answer.status = 404)), /answered 404/],
  ['revocation-feed', 'unknown', inBoth({ revocations_uri: undefined }), /names no feed/],
  ['no-repeated-forms', FAILS, at('/preferences', (answer) => (answer.status = 307)), /preferences answered 307/],
  ['metadata', FAILS, at(METADATA, (answer) => (answer.status = 404)), /answered 404/],
  ['metadata', FAILS, at(METADATA, (answer) => (answer.body = '<html>')), /not a JSON object/],
  ['metadata', FAILS, header(METADATA, 'content-type', 'text/html'), /text\/html/],
  ['issuer', FAILS, inMetadata({ issuer: 'https://other.example.com' }), /other\.example\.com/],
  ['own-metadata', FAILS, at('/.well-known/openid-configuration', (answer) => (answer.status = 404)), /answered 404/],
  ['own-metadata', FAILS, inMetadata({ jwks_uri: 'http://localhost/keys' }), /jwks_uri is "http:\/\/localhost\/keys"/],
  ...[
    { token_endpoint: 'http://auth.example.com/token' },
    { token_endpoint: 'https://other.example.com/t' },
    { code_challenge_methods_supported: undefined },
    { code_challenge_methods_supported: ['S256', 'plain'] },
    { response_types_supported: ['code', 'id_token token'] },
    { grant_types_supported: ['implicit'] },
    { authorization_response_iss_parameter_supported: false },
    { id_token_signing_alg_values_supported: ['RS256', 'none'] },
    { token_endpoint_auth_signing_alg_values_supported: ['HS256'] },
    { token_endpoint_auth_methods_supported: ['none'] },
    { dpop_signing_alg_values_supported: undefined },
  ].map((change): Fixture => ['own-metadata', FAILS, inBoth(change), new RegExp(Object.keys(change)[0]!)]),
  ['key-set', FAILS, inJson('/.well-known/jwks.json', { keys: [] }), /no keys/],
  [
    'key-set',
    FAILS,
    inJson('/.well-known/jwks.json', { keys: [{ kid: 'a', kty: 'EC', d: 'x' }] }),
    /contains a secret/,
  ],
  ['key-set', FAILS, inJson('/.well-known/jwks.json', { keys: [{ kid: 'a', kty: 'RSA', n: 'AQAB' }] }), /2048/],
  [
    'key-set',
    FAILS,
    inJson('/.well-known/jwks.json', { keys: [1, 2].map(() => ({ kid: 'a', kty: 'EC' })) }),
    /same kid/,
  ],
  ['no-password-grant', FAILS, inBoth({ grant_types_supported: ['password'] }), /offers it/],
  ['no-password-grant', FAILS, at('/oauth2/token', (answer) => (answer.status = 200)), /answered 200/],
  ['no-open-redirector', FAILS, header('/oauth2/authorize', 'location', '//doctor.invalid'), /doctor\.invalid/],
  [
    'no-open-redirector',
    FAILS,
    header('/oauth2/authorize', 'location', 'https://doctor.invalid/?error=x'),
    /doctor\.invalid/,
  ],
  ['no-open-redirector', FAILS, at('/oauth2/authorize', (answer) => (answer.status = 500)), /answered 500/],
  ['forwarded-headers', FAILS, followForwarded, /follows them/],
  ['framing', FAILS, without('/sign-in', 'content-security-policy'), /\/sign-in lacks/],
  ['framing', FAILS, without('/oauth2/authorize', 'content-security-policy'), /\/oauth2\/authorize lacks/],
  [
    'page-policy',
    FAILS,
    header('/sign-in', 'content-security-policy', "default-src *; frame-ancestors 'none'"),
    /default-src/,
  ],
  ['page-policy', FAILS, without('/sign-in', 'x-content-type-options'), /nosniff/],
  ['referrer', FAILS, without('/oauth2/authorize', 'referrer-policy'), /missing/],
  ['referrer', FAILS, header('/oauth2/authorize', 'referrer-policy', 'unsafe-url'), /unsafe-url/],
  ['no-store', FAILS, header('/oauth2/token', 'cache-control', 'public, max-age=60'), /\/oauth2\/token/],
  ['cookies', FAILS, cookies((cookie) => cookie.replace('; HttpOnly', '')), /not HttpOnly/],
  ['cookies', FAILS, cookies((cookie) => cookie.replace('Lax', 'None')), /not SameSite/],
  ['cookies', FAILS, cookies((cookie) => `${cookie}; Domain=example.com`), /Domain/],
  ['no-cors-at-authorize', FAILS, header('/oauth2/authorize', 'access-control-allow-origin', '*'), /is \*/],
  ['cors-of-metadata', WARNS, without('/.well-known/jwks.json', 'access-control-allow-origin'), /jwks\.json lacks/],
  ['cross-site-calls', FAILS, at('/api/session', (answer) => (answer.status = 400)), /answered 400, not 403/],
  ['cross-site-calls', FAILS, header('/api/session', 'access-control-allow-origin', '*'), /is \*/],
];

/** As a server does that believes its callers. */
function followForwarded(answer: Parameters<Change>[0]): void {
  const host = answer.request['x-forwarded-host'];
  if (typeof host === 'string') answer.body = answer.body.replace(/localhost:\d+/g, host);
}

function cookies(change: (cookie: string) => string): Change {
  return ({ headers }) => {
    if (headers['set-cookie'] !== undefined) headers['set-cookie'] = headers['set-cookie'].map(change);
  };
}

const statusesOf = (findings: readonly CheckedFinding[], ...ids: string[]) =>
  Object.fromEntries(findings.filter(({ id }) => ids.includes(id)).map(({ id, status }) => [id, status]));

const HOST = 'auth.example.com';

/** On loopback they are not looked at, or other servers than ours are needed. */
const ELSEWHERE = ['tls', 'tls-versions', 'certificate', 'plain-http', 'hsts', 'registration', 'own-host', 'sign-up'];

describe('consentry doctor, from outside', () => {
  const server = givenServer();
  let proxy: ChangingProxy;

  beforeAll(async () => {
    proxy = await ChangingProxy.before(server.port);
  });
  afterAll(() => proxy.stop());

  /** The issuer's own URL, with the proxy in the way. */
  async function examine(change: Change = () => undefined, url = server.url): Promise<CheckedFinding[]> {
    proxy.change = change;
    const to = { host: '127.0.0.1', port: proxy.port };
    const prober = new Prober(systemClock, [{ from: { host: '', port: '' }, to }]);
    return runChecks(OUTSIDE_CHECKS, await gatherOutside(url, prober));
  }

  it('finds nothing wrong with a server as it comes', async () => {
    const findings = await examine();
    const looked = findings.filter(({ status }) => status !== 'skipped');
    expect(looked.filter(({ status }) => status !== 'ok')).toEqual([]);
    const skipped = findings.filter(({ status }) => status === 'skipped').map(({ id }) => id);
    expect(skipped).toEqual(['tls', 'tls-versions', 'certificate', 'plain-http', 'hsts', 'sign-up']);
  });

  it.each(FIXTURES)('%s: %s', async (id, status, change, cause) => {
    const found = (await examine(change)).find((finding) => finding.id === id);
    expect(found).toMatchObject({
      status,
      cause: expect.stringMatching(cause) as string,
      ...(status !== 'unknown' && { cure: expect.any(String) as string }),
    });
  });

  it('has a fixture for every check', () => {
    const tried = new Set([...FIXTURES.map(([id]) => id), ...ELSEWHERE]);
    expect(OUTSIDE_CHECKS.map(({ id }) => id).filter((id) => !tried.has(id))).toEqual([]);
  });

  it('says what it could not tell of a server that does not answer', async () => {
    const port = await freePort();
    const findings = runChecks(
      OUTSIDE_CHECKS,
      await gatherOutside(`http://localhost:${port}`, new Prober(systemClock)),
    );
    expect(statusesOf(findings, 'ready', 'metadata', 'own-metadata', 'framing', 'clock', 'cookies')).toEqual({
      ready: 'failure',
      metadata: 'failure',
      clock: 'unknown',
      'own-metadata': 'unknown',
      framing: 'unknown',
      cookies: 'unknown',
    });
    expect(findings.find(({ id }) => id === 'ready')?.cause).toContain('connection refused (ECONNREFUSED)');
  });

  it('registration: warns where it is open, and changes nothing by asking', async () => {
    const other = await TestServer.start({ env: { DYNAMIC_REGISTRATION: 'open' } });
    const kept = () => Promise.all(TABLES.map((table) => storedRows(other, `SELECT * FROM ${table}`)));
    // The first demand for it begins the keys of ID tokens, whoever asks.
    await call('GET', `${other.url}/.well-known/openid-configuration`);
    const before = await kept();
    const findings = runChecks(OUTSIDE_CHECKS, await gatherOutside(other.url, new Prober(systemClock)));
    expect(statusesOf(findings, 'registration')).toEqual({ registration: 'warning' });
    expect(await kept()).toEqual(before);
    await other.stop();
  });

  it.each([
    [201, 'failure'],
    [401, 'ok'],
  ])('registration: a redirect URI with a script that is answered %d is %s', async (status, found) => {
    const offered = { registration_endpoint: `${server.url}/oauth2/register` };
    const findings = await examine((answer) => {
      inBoth(offered)(answer);
      at('/oauth2/register', (registered) => (registered.status = status))(answer);
    });
    expect(statusesOf(findings, 'registration')).toEqual({ registration: found });
  });

  it('sign-up: warns where strangers can', async () => {
    expect(statusesOf(await examine(undefined, `http://${HOST}`), 'sign-up', 'tls')).toEqual({
      'sign-up': 'warning',
      tls: 'failure',
    });
  });

  it('hsts: warns of one that is short', async () => {
    const change: Change = ({ headers }) => void (headers['strict-transport-security'] = 'max-age=300');
    proxy.change = change;
    const to = { host: '127.0.0.1', port: proxy.port };
    const facts = await gatherOutside(server.url, new Prober(systemClock, [{ from: { host: '', port: '' }, to }]));
    const tls = { fault: null, validUntil: null, takesOld: false };
    const found = runChecks(OUTSIDE_CHECKS, { ...facts, tls }).find(({ id }) => id === 'hsts');
    expect(found).toMatchObject({ status: 'warning', cause: 'its max-age is 300 seconds' });
  });

  it('does not look inside with the settings of another server', async () => {
    const env = { DATA_DIR: server.dataDir, AUTH_URL: 'https://other.example.com' };
    const { stdout } = await runHosted(CONSENTRY, ['doctor', server.url], env);
    expect(stdout).toContain(` checks from inside: AUTH_URL is https://other.example.com here, not ${server.url}\n`);
  });

  it('own-host: below a path everything else is well, by the well-known URLs of both standards', async () => {
    const port = await freePort();
    const below = await TestServer.start({ port, env: { AUTH_URL: `http://localhost:${port}/auth` } });
    const findings = runChecks(OUTSIDE_CHECKS, await gatherOutside(below.url, new Prober(systemClock)));
    const wrong = findings.filter(({ status }) => !['ok', 'skipped'].includes(status)).map(({ id }) => id);
    expect(wrong).toEqual(['own-host']);
    await below.stop();
  });
});

/** What a stranger's calls could leave behind. */
const TABLES = [
  'clients',
  'limit_counts',
  'events',
  'accounts',
  'sign_in_sessions',
  'consent_sessions',
  'signing_keys',
];

/** The doctor before a deployment with TLS, as a process. */
describe('consentry doctor, as a command, before a server behind a TLS proxy', () => {
  const issuer = `https://${HOST}`;
  const server = givenServer({ env: { AUTH_URL: issuer, TRUSTED_PROXIES: '127.0.0.1' } });
  const good = selfSigned(HOST, 90);
  const ending = selfSigned(HOST, 2);
  const running: { stop(): void }[] = [];
  afterAll(() => running.forEach((each) => each.stop()));

  const hsts =
    (age: number): Change =>
    ({ headers }) =>
      void (headers['strict-transport-security'] = `max-age=${age}`);

  async function deploy(
    { change, pair, old, plain }: { change: Change; pair: typeof good; old: boolean; plain: (at: Server) => void },
    given: string[] = [],
    env: Record<string, string> = { NODE_EXTRA_CA_CERTS: pair.file },
  ) {
    const tls = old ? ({ minVersion: 'TLSv1', ciphers: 'DEFAULT@SECLEVEL=0' } as const) : {};
    const proxy = await ChangingProxy.before(server.port, { key: pair.key, cert: pair.cert, ...tls });
    proxy.change = change;
    const http = createServer();
    plain(http);
    await once(http.listen(0, '127.0.0.1'), 'listening');
    running.push(proxy, { stop: () => http.close() });
    const to = [
      [443, proxy.port],
      [80, (http.address() as AddressInfo).port],
      [server.port, old ? server.port : 1],
    ].flatMap(([from, port]) => ['--connect-to', `${HOST}:${from}:127.0.0.1:${port}`]);
    return runProgram(CONSENTRY, ['doctor', issuer, ...to, ...given], env);
  }

  const toHttps = (http: Server) =>
    http.on('request', (_, reply) => reply.writeHead(301, { location: `${issuer}/` }).end());
  const openly = (http: Server) => http.on('request', (_, reply) => reply.end('hello'));
  const WELL = { change: hsts(63_072_000), pair: good, old: false, plain: toHttps };
  const ILL = {
    change: cookies((cookie) => cookie.replace('; Secure', '')),
    pair: ending,
    old: true,
    plain: openly,
  };
  const inside = async () => ({
    ...{ AUTH_URL: issuer, PORT: String(server.port), TRUSTED_PROXIES: '127.0.0.1', DATA_DIR: server.dataDir },
    ...(await databaseSettingsOf(server.dataDir)),
  });

  const TLS_CHECKS = ['tls', 'tls-versions', 'certificate', 'plain-http', 'hsts', 'cookies', 'sign-up'];

  it('ends with 0 where all is well: a line a check, plain text, and one line for what was not looked at', async () => {
    const { exitCode, stdout, stderr } = await deploy(WELL);
    expect([exitCode, stderr]).toEqual([0, '']);
    const [url, blank, ...lines] = stdout.split('\n');
    expect([url, blank]).toEqual([issuer, '']);
    for (const { id, title } of OUTSIDE_CHECKS) expect(lines).toContain(`ok              ${id}: ${title}`);
    expect(lines.filter((line) => line.startsWith('skipped'))).toEqual([
      expect.stringMatching(
        /^skipped {9}\d+ checks from inside: neither DATABASE_URL nor DATA_DIR is set, and there is no /,
      ),
    ]);
    expect(stdout).toMatch(/\n\nok: \d+, warning: 0, failure: 0, unknown: 0, skipped: \d+\n$/);
    // eslint-disable-next-line no-control-regex
    expect(stdout).not.toMatch(/\x1b/);
  });

  it('ends with 1 where something fails, with cause, cure and clause', async () => {
    const env = { ...(await inside()), HOST: '0.0.0.0', NODE_EXTRA_CA_CERTS: ending.file };
    const { exitCode, stdout } = await deploy(ILL, [], env);
    expect(exitCode).toBe(1);
    for (const id of ['tls-versions', 'plain-http', 'hsts', 'cookies', 'listener'])
      expect(stdout).toMatch(new RegExp(`^FAILURE {9}${id}: .*\\n {16}cause: .*\\n {16}cure: .*\\n {16}see .*$`, 'm'));
    expect(stdout).toMatch(/^warning {9}certificate: /m);
  });

  it('says the same in JSON, from inside too with the settings of the server', async () => {
    const env = { ...(await inside()), NODE_EXTRA_CA_CERTS: good.file };
    const { exitCode, stdout, stderr } = await deploy(WELL, ['--json'], env);
    const { url, counts, checks } = JSON.parse(stdout) as { url: string; counts: object; checks: CheckedFinding[] };
    expect([exitCode, stderr, url]).toEqual([0, '', issuer]);
    expect(counts).toMatchObject({ failure: 0, warning: 0 });
    const ids = ['trusted-proxies', 'listener', 'developers', 'database', 'master-key', 'published-keys'];
    expect(statusesOf(checks, ...TLS_CHECKS, ...ids)).toEqual(
      Object.fromEntries([...TLS_CHECKS, ...ids].map((id) => [id, 'ok'])),
    );
  });

  it('tells a certificate that is not trusted', async () => {
    const { stdout } = await deploy(WELL, ['--json'], {});
    const { checks } = JSON.parse(stdout) as { checks: CheckedFinding[] };
    const found = checks.find(({ id }) => id === 'tls');
    expect(found).toMatchObject({ status: 'failure', cause: 'DEPTH_ZERO_SELF_SIGNED_CERT' });
  });

  it.each([
    [[], "missing required argument 'url'"],
    [['auth.example.com'], 'the URL must be http or https'],
    [['https://a.example.com', '--colour'], "unknown option '--colour'"],
  ])('ends with 2 when it is called wrongly: %j', async (given, problem) => {
    const { exitCode, stdout, stderr } = await runHosted(CONSENTRY, ['doctor', ...given], {});
    expect([exitCode, stdout]).toEqual([2, '']);
    expect(stderr).toContain(`consentry doctor: ${problem}`);
    expect(stderr).toContain('see consentry doctor --help');
  });
});

import { join } from 'node:path';
import { parse } from 'yaml';
import { deployed } from '@consentry/test-support/run/deployed';
import { ROOT } from '@consentry/test-support/run/root';
import { GuardedService } from '@consentry/test-support/server/guarded-service';
import { freePort } from '@consentry/test-support/server/ports';
import { MAIN, TestServer } from '@consentry/test-support/server/server';
import { becomesSo } from '@consentry/test-support/world/becomes-so';
import { ForeignIssuer } from '@consentry/test-support/world/foreign-issuer';
import { LogoutReceiver } from '@consentry/test-support/world/logout-receiver';
import { type Account, call, obtainTokens, register, signUp } from '@consentry/test-support/world/world';

const NOTES = 'http://notes:3001';
const OWN_NAMES = ['--require', join(ROOT, 'tests/support/server/own-names.cjs')];
const HERE = { auth: '127.0.0.1', app: '127.0.0.1', notes: '127.0.0.1' };

const OF_THE_CONTAINER = ['HOST', 'PORT', 'DATA_DIR'];

type Service = 'auth' | 'notes';

/** What a service gets in the network of docs/containers.md; `app` is one of the team's. */
function composed(service: Service, port: number, names: Record<string, string | string[]> = HERE) {
  const text = deployed('compose.development.yaml').replaceAll(':3000', `:${port}`);
  const { services } = parse(text, { merge: true }) as {
    services: Record<Service, { environment: Record<string, string> }>;
  };
  const settings = Object.entries(services[service].environment);
  const environment = Object.fromEntries(settings.filter(([name]) => !OF_THE_CONTAINER.includes(name)));
  return { ...environment, INSECURE_HOSTS: `${environment['INSECURE_HOSTS']}, app`, NAMES: JSON.stringify(names) };
}

/** An address of this machine by its name in the network. */
const named = (host: string, url: string) => url.replace('127.0.0.1', host);

describe('http in a private network', () => {
  let app: LogoutReceiver;
  let foreign: ForeignIssuer;
  let server: TestServer;
  /** The same by an address: this process knows no names. */
  let reached: { url: string };
  let account: Account;

  beforeAll(async () => {
    [app, foreign] = await Promise.all([LogoutReceiver.start(), ForeignIssuer.start()]);
    const port = await freePort();
    const trusted = [{ issuer: foreign.issuer, jwks_uri: named('app', foreign.jwksUri) }];
    const env = { ...composed('auth', port), TRUSTED_ISSUERS: JSON.stringify(trusted), DYNAMIC_REGISTRATION: 'open' };
    server = await TestServer.spawn(MAIN, { port, env }, OWN_NAMES);
    await server.ready();
    reached = { url: `http://127.0.0.1:${port}` };
    account = await signUp(reached);
  });
  afterAll(async () => {
    await Promise.all([server.end('SIGTERM'), foreign.stop()]);
    app.stop();
  });

  it('is told once at the start, with its names and its page', () => {
    const lines = server.output.split('\n').filter((line) => line.includes('INSECURE_HOSTS'));
    expect(lines.map((line) => JSON.parse(line) as object)).toMatchObject([
      { level: 'warn', hosts: ['auth', 'notes', 'app'], help: 'docs/errors/operators/insecure-hosts.md' },
    ]);
  });

  it('brings a guarded service the keys and the revocations of its issuer', async () => {
    const service = await GuardedService.start(server.url, NOTES, {
      env: composed('notes', server.port),
      execArgv: OWN_NAMES,
    });
    const { access_token: token } = await obtainTokens(reached, account, await register(reached, account));
    expect(await service.accepts(token)).toBe(true);
    const grants = await call<{ items: { id: string }[] }>('GET', `${reached.url}/api/grants`, {
      headers: account.session,
    });
    await call('DELETE', `${reached.url}/api/grants/${grants.body.items[0]!.id}`, { headers: account.session });
    await becomesSo(async () => !(await service.accepts(token)), 5_000);
    expect(service.output.match(/insecureHosts allows http to auth, notes, app\./g)).toHaveLength(1);
    await service.stop();
  });

  it('makes no connection of a guard to a public address', async () => {
    const env = composed('notes', server.port, { auth: ['127.0.0.1', '203.0.113.1'] });
    const service = await GuardedService.start(server.url, NOTES, { env, execArgv: OWN_NAMES });
    const { access_token: token } = await obtainTokens(reached, account, await register(reached, account));
    await expect(service.accepts(token)).rejects.toThrow(
      /answered 503: .*auth has the address 203\.0\.113\.1, which is not private/s,
    );
    await service.stop();
  });

  it('fetches the keys of a trusted issuer', async () => {
    const token = await foreign.mint({ sub: 'ada', aud: server.url });
    const headers = { authorization: `Bearer ${token}` };
    expect((await call('GET', `${reached.url}/api/session`, { headers })).status).toBe(200);
  });

  it('delivers a logout notice to an application, whose pages and redirects stay on https', async () => {
    const uri = named('app', app.url);
    const application = await register(reached, account, { backchannel_logout_uri: uri });
    const other = await call('POST', `${reached.url}/api/applications`, {
      headers: account.session,
      body: {
        ...{ name: 'Other', homepage_uri: 'http://app/', redirect_uris: ['http://app/callback'] },
        backchannel_logout_uri: 'http://elsewhere/back-channel',
      },
    });
    expect(other.status).toBe(400);
    for (const field of ['homepage_uri', 'redirect_uris', 'backchannel_logout_uri']) expect(other.text).toMatch(field);
    const stranger = await call('POST', `${reached.url}/oauth2/register`, {
      body: { redirect_uris: ['https://app.example.com/callback'], backchannel_logout_uri: uri },
    });
    expect([stranger.status, stranger.text]).toEqual([400, expect.stringContaining('backchannel_logout_uri')]);
    await obtainTokens(reached, account, application, { scope: 'openid notes:read' });
    expect((await call('DELETE', `${reached.url}/api/session`, { headers: account.session })).status).toBe(204);
    expect(await app.count(1)).toHaveLength(1);
  });

  it('does not start where a name has a public address', async () => {
    const env = composed('auth', 3_000, { ...HERE, app: '203.0.113.1' });
    const refused = await TestServer.spawn(MAIN, { env }, OWN_NAMES);
    expect(await refused.exit()).toBe(1);
    expect(refused.output).toMatch(
      'INSECURE_HOSTS contains "app", which has the address 203.0.113.1; all must be private\n',
    );
    expect(refused.output).toMatch('see docs/errors/operators/wrong-setting.md');
  });
});

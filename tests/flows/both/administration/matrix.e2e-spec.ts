import { cookieOf } from '@consentry/test-support/world/cookies';
import { type Administrator, makeAdministrator, signInAgain } from '@consentry/test-support/world/administrators';
import { ForeignIssuer } from '@consentry/test-support/world/foreign-issuer';
import { TestServer } from '@consentry/test-support/server/server';
import {
  type Account,
  type Answer,
  call,
  obtainTokens,
  register,
  signUp,
  unique,
} from '@consentry/test-support/world/world';

type Headers = Record<string, string>;

const FRIEND = 'https://console.example.com';

/** Bodies that each call takes. */
const BODIES: Record<string, unknown> = {
  'patch /api/admin/accounts/{id}': { disabled: false },
  'put /api/admin/accounts/{id}/roles': { roles: [] },
  'patch /api/admin/applications/{client_id}': { enabled: true },
  'post /api/applications/{client_id}/test-token': { scope: 'notes:read' },
  'patch /api/applications/{client_id}': { name: 'Stolen' },
  'put /api/applications/{client_id}/logo': { image: 'iVBORw0KGgo=' },
};

interface Route {
  name: string;
  method: string;
  path: string;
}

describe('every route of administration and of applications', () => {
  let team: ForeignIssuer;
  let server: TestServer;
  let routes: Route[];
  let admin: Administrator;
  let person: Account;
  let developer: Account;
  let victim: { account: Account; client_id: string; secret: string };

  beforeAll(async () => {
    team = await ForeignIssuer.start();
    const trusted = [{ issuer: team.issuer, jwks_uri: team.jwksUri }];
    const env = { CORS_ORIGINS: FRIEND, TRUSTED_ISSUERS: JSON.stringify(trusted) };
    server = await TestServer.start({ env });
    [person, developer] = [await signUp(server), await signUp(server)];
    await register(server, developer);
    const account = await signUp(server);
    const { client_id } = await register(server, account);
    const shown = await call<{ secrets: { id: string }[] }>('GET', `${server.url}/api/applications/${client_id}`, {
      headers: account.session,
    });
    victim = { account, client_id, secret: shown.body.secrets[0]!.id };
    admin = await makeAdministrator(server);
    const { body } = await call<{ paths: Record<string, object> }>('GET', `${server.url}/docs-json`);
    routes = Object.entries(body.paths).flatMap(([path, operations]) =>
      Object.keys(operations).map((method) => ({ name: `${method} ${path}`, method, path })),
    );
  });
  afterAll(() => Promise.all([server.stop(), team.stop()]));

  const ofAdministration = () => routes.filter(({ path }) => path.startsWith('/api/admin/'));
  const ofOneApplication = () => routes.filter(({ path }) => path.startsWith('/api/applications/{'));

  /** With the ids of another developer's things. */
  const tryRoute = ({ name, method, path }: Route, headers: Headers): Promise<Answer> => {
    const id = path.includes('/secrets/') ? victim.secret : victim.account.id;
    const url = server.url + path.replace('{client_id}', victim.client_id).replace('{id}', id);
    return call(method.toUpperCase(), url, { headers, ...(name in BODIES && { body: BODIES[name] }) });
  };
  const statusesOf = async (which: Route[], headers: Headers) => {
    const answers = await Promise.all(
      which.map(async (route) => [route.name, (await tryRoute(route, headers)).status]),
    );
    return Object.fromEntries(answers) as Record<string, number>;
  };
  const all = (which: Route[], status: number) => Object.fromEntries(which.map(({ name }) => [name, status]));
  const isChange = ({ method }: Route) => method !== 'get';
  const own = () => ({ origin: server.url });
  const isUntouched = async () => {
    const { client_id, account } = victim;
    const headers = account.session;
    const { status, body } = await call('GET', `${server.url}/api/applications/${client_id}`, { headers });
    expect([status, body['name'], body['enabled']]).toEqual([200, 'Test app', true]);
  };

  it('is in the list: administration, and what names one application', () => {
    expect(ofAdministration().length).toBeGreaterThan(15);
    expect(ofOneApplication()).toHaveLength(11);
  });

  it('answers nobody 401', async () => {
    const which = [...ofAdministration(), ...ofOneApplication()];
    expect(await statusesOf(which, {})).toEqual(all(which, 401));
  });

  it.each(['person', 'developer'] as const)('of administration is 404 for a %s, whatever the method', async (who) => {
    const headers = { ...cookieOf(server, { person, developer }[who]), ...own() };
    expect(await statusesOf(ofAdministration(), headers)).toEqual(all(ofAdministration(), 404));
  });

  it.each(['person', 'developer', 'admin'] as const)(
    'of an application is 404 for a %s who is not its developer',
    async (who) => {
      const headers = { ...cookieOf(server, { person, developer, admin }[who]), ...own() };
      expect(await statusesOf(ofOneApplication(), headers)).toEqual(all(ofOneApplication(), 404));
      await isUntouched();
    },
  );

  it('of administration takes no token, only the cookie', async () => {
    const { access_token } = await obtainTokens(server, admin, await register(server, admin));
    const foreign = await team.mint({ aud: server.url, sub: unique() });
    for (const token of [admin.sessionToken, access_token, foreign]) {
      const headers = { authorization: `Bearer ${token}` };
      expect(await statusesOf(ofAdministration(), headers)).toEqual(all(ofAdministration(), 401));
      // Nor beside the cookie.
      expect(await statusesOf(ofAdministration(), { ...headers, ...admin.cookie })).toEqual(
        all(ofAdministration(), 401),
      );
    }
  });

  it.each([{ origin: FRIEND }, { origin: 'https://evil.example' }, { origin: 'null' }, { origin: '' }])(
    'of administration changes nothing for a page of %j, and tells it nothing',
    async (origin) => {
      const headers = { ...admin.cookie, ...origin };
      const changes = ofAdministration().filter(isChange);
      expect(await statusesOf(changes, headers)).toEqual(all(changes, 403));
      for (const route of ofAdministration()) {
        const answer = await tryRoute(isChange(route) ? { ...route, method: 'options' } : route, headers);
        expect([...answer.headers.keys()].filter((name) => name.startsWith('access-control'))).toEqual([]);
      }
      await isUntouched();
    },
  );

  it('of administration refuses changes of an administrator who signed in ten minutes ago, and shows the rest', async () => {
    const [changes, reads] = [ofAdministration().filter(isChange), ofAdministration().filter((it) => !isChange(it))];
    await server.advance({ minutes: 10 });
    const headers = { ...admin.cookie, ...own() };
    expect(await statusesOf(changes, headers)).toEqual(all(changes, 401));
    for (const route of changes)
      expect((await tryRoute(route, headers)).body['error']).toBe('insufficient_user_authentication');
    expect(await statusesOf(reads, headers)).toEqual(all(reads, 200));
    await isUntouched();
    await signInAgain(server, admin);
  });

  it('of administration is gone with the role, in the middle of a session', async () => {
    const [other] = [await makeAdministrator(server)];
    const headers = { ...other.cookie, ...own() };
    const route = ofAdministration().find(({ name }) => name === 'get /api/admin/keys')!;
    expect((await tryRoute(route, headers)).status).toBe(200);
    const answer = await call('PUT', `${server.url}/api/admin/accounts/${other.id}/roles`, {
      headers: { ...admin.cookie, ...own() },
      body: { roles: [] },
    });
    expect(answer.status).toBe(200);
    expect(await statusesOf(ofAdministration(), headers)).toEqual(all(ofAdministration(), 404));
  });

  it('of administration answers an administrator with a recent sign-in', async () => {
    // What ends the victim comes last, one at a time.
    const last = ['delete /api/admin/applications/{client_id}', 'delete /api/admin/accounts/{id}'];
    const rank = ({ name }: Route) => last.indexOf(name);
    const statuses: Record<string, number> = {};
    for (const route of ofAdministration().sort((one, other) => rank(one) - rank(other)))
      statuses[route.name] = (await tryRoute(route, { ...admin.cookie, ...own() })).status;
    const refused = Object.entries(statuses).filter(([, status]) => status >= 300);
    expect(refused).toEqual([]);
  });
});

import {
  EXCEPTION_FILTERS_METADATA,
  GUARDS_METADATA,
  HEADERS_METADATA,
  INTERCEPTORS_METADATA,
  PIPES_METADATA,
  ROUTE_ARGS_METADATA,
} from '@nestjs/common/constants';
import { serveHere } from '../../test/support/every-statement';
import { freshDir } from '../../test/support/server';
import {
  type Account,
  type Answer,
  type Application,
  CALLBACK,
  authorizeUrl,
  call,
  obtainTokens,
  query,
  register,
  requestConsent,
  signUp,
} from '../../test/support/world';
import { AuthorizeController } from './authorize/authorize.controller';
import { TokenController } from './token/token.controller';

const AROUND = [GUARDS_METADATA, PIPES_METADATA, INTERCEPTORS_METADATA, EXCEPTION_FILTERS_METADATA, HEADERS_METADATA];

const HANDLERS = [
  [TokenController, 'get'],
  [TokenController, 'post'],
  [TokenController, 'standard'],
  [AuthorizeController, 'request'],
  [AuthorizeController, 'decide'],
] as const;

/** What two answers to the same request may differ in. */
const comparable = ({ status, headers, text }: Answer<unknown>) => {
  const kept = [...headers].filter(([name]) => name !== 'x-request-id' && name !== 'date');
  const known = (said: string) => said.replace(/[\w-]{22,}(\.[\w-]+)*|\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'random');
  return { status, headers: kept.map(([name, value]) => [name, known(value)]), text: known(text) };
};

describe('the routes that the edge serves itself', () => {
  let server: Awaited<ReturnType<typeof serveHere>>;
  let account: Account;
  let application: Application;

  beforeAll(async () => {
    server = await serveHere({ DATA_DIR: freshDir(), RATE_LIMITS: 'off' });
    account = await signUp(server);
    application = await register(server, account);
  });
  afterAll(() => server.app.close());

  it('are those of the router', () => {
    expect(server.edge.direct.size).toBe(HANDLERS.length);
    for (const route of server.edge.direct.keys()) {
      const [method, path] = route.split(' ');
      expect(server.edge.routes!.methodsOf(path!)).toContain(method);
    }
  });

  it.each(HANDLERS)('have nothing that Nest would do around them: %p %s', (controller, name) => {
    const handler = controller.prototype[name as never] as object;
    for (const key of AROUND)
      for (const target of [controller, handler]) expect(Reflect.hasMetadata(key, target)).toBe(false);
    const parameters = Reflect.getMetadata(ROUTE_ARGS_METADATA, controller, name) as Record<
      string,
      { pipes: unknown[] }
    >;
    expect(Object.values(parameters).map(({ pipes }) => pipes)).toEqual([[]]);
  });

  const token = (form: Record<string, string>, headers = {}) =>
    call('POST', `${server.url}/oauth2/token`, { headers, body: new URLSearchParams(form) });
  const client = () => ({ client_id: application.client_id, client_secret: application.client_secret });
  const refreshing = async () => ({
    ...client(),
    grant_type: 'refresh_token',
    refresh_token: (await obtainTokens(server, account, application)).refresh_token,
  });
  const show = (override: Record<string, string | undefined> = {}, headers: Record<string, string> = account.session) =>
    call('GET', authorizeUrl(server, application, override), { headers });
  const decide = async (more: Record<string, string>, headers = {}) => {
    const { sessionID } = await requestConsent(server, account, application);
    const body = new URLSearchParams({ sessionID, ...more });
    return call('POST', `${server.url}/oauth2/authorize`, { headers: { ...account.session, ...headers }, body });
  };
  const getToken = (parameters: Record<string, string>, headers = {}) =>
    call('GET', `${server.url}/oauth2/access_token?${query(parameters)}`, { headers });

  const REQUESTS: Record<string, () => Promise<Answer<unknown>>> = {
    'a refresh': async () => token(await refreshing()),
    'a refresh by GET': async () => getToken(await refreshing()),
    'a grant type that there is not': () => token({ ...client(), grant_type: 'password' }),
    'a wrong secret': () =>
      token({ ...client(), client_secret: 'wrong', grant_type: 'refresh_token', refresh_token: 'x' }),
    'a wrong secret by Basic': () =>
      token({ grant_type: 'refresh_token', refresh_token: 'x' }, { authorization: `Basic ${btoa('a:b')}` }),
    'a proof of a key that is none': async () => token(await refreshing(), { dpop: 'none' }),
    'a call without a body': () => call('POST', `${server.url}/oauth2/token`),
    'a body of another type': () => call('POST', `${server.url}/oauth2/token`, { body: {} }),
    'a body that is too large': () => token({ grant_type: 'x'.repeat(110_000) }),
    'a secret in the query': () => call('POST', `${server.url}/oauth2/token?code=x`),
    'a browser that looks ahead': () => getToken({ grant_type: 'refresh_token' }, { 'sec-purpose': 'prefetch' }),
    'a method that is not taken': () => call('PUT', `${server.url}/oauth2/token`),
    'a path that there is not': () => call('POST', `${server.url}/oauth2/token/`),
    'a consent screen': () => show(),
    'a consent screen for nobody': () => show({}, {}),
    'a consent screen for a wrong address': () => show({ redirect_uri: `${CALLBACK}/else` }),
    'a request that asks nobody': () => show({ prompt: 'none' }),
    'an approval': () => decide({}),
    'a rejection': () => decide({ is_rejected: 'true' }),
    'an approval that is shown': () => decide({}, { prefer: 'return=representation' }),
    'a decision from another site': () => decide({}, { origin: 'https://elsewhere.example.com' }),
    'a decision on nothing': () => decide({ sessionID: 'none' }),
  };

  it.each(Object.entries(REQUESTS))('answer as through Nest: %s', async (_, send) => {
    const { edge } = server;
    const routes = edge.direct;
    const directly = comparable(await send());
    edge.direct = new Map();
    const throughNest = comparable(await send().finally(() => (edge.direct = routes)));
    expect(directly).toEqual(throughNest);
  });
});

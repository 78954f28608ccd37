import { PKCE, applicationOf } from '@consentry/test-support/world/document-client';
import { givenSite } from '@consentry/test-support/server/given';
import { registerItself } from '@consentry/test-support/world/registration';
import { type ServerOptions, TestServer } from '@consentry/test-support/server/server';
import {
  type Account,
  type Answer,
  type Application,
  CALLBACK,
  authorizeUrl,
  call,
  obtainCode,
  register,
  requestConsent,
  signUp,
} from '@consentry/test-support/world/world';

const PAGE = 'https://ui.example.com/consent';
const BROWSER = { accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8' };
const PUBLIC = { AUTH_URL: 'https://auth.example.com', SIGN_UP: 'open' };

type Request = Record<string, string | undefined>;

/** Where a browser is sent: to the client with an error, to the page, nowhere. */
function placeOf({ status, headers, body }: Answer): string {
  const location = headers.get('location');
  if (location === null) return `${status} ${String(body['error'])}`;
  expect(status).toBe(302);
  if (!location.startsWith(CALLBACK)) return location.startsWith(`${PAGE}?`) ? 'page' : location;
  const { searchParams } = new URL(location);
  expect([searchParams.get('state'), searchParams.has('iss')]).toEqual(['a-state', true]);
  return `client ${searchParams.get('error') ?? 'code'}`;
}

/** A server, an account of it, and an application that the account granted something and one that it did not. */
class World {
  server: TestServer;
  at: { url: string };
  account: Account;
  granted: Application;
  other: Application;

  static async start(env: ServerOptions['env'], later: ServerOptions['env'] = {}): Promise<World> {
    const world = new World();
    world.server = await TestServer.start({ env: { ...env } });
    world.at = { url: `http://127.0.0.1:${world.server.port}` };
    world.account = await signUp(world.at);
    [world.granted, world.other] = [await register(world.at, world.account), await register(world.at, world.account)];
    await obtainCode(world.at, world.account, world.granted);
    if (Object.keys(later).length > 0) await world.server.restart({ ...env, ...later });
    return world;
  }

  async place(of: Application, request: Request, as: 'signed in' | 'signed out', headers = BROWSER): Promise<string> {
    const session = as === 'signed in' ? this.account.session : {};
    return placeOf(await call('GET', authorizeUrl(this.at, of, request), { headers: { ...session, ...headers } }));
  }
}

const NOBODY = { client_id: 'nobody' };
const ELSEWHERE = { redirect_uri: 'https://evil.example.com/' };
const WRONG = { scope: 'unheard:of' };
const SILENT = { prompt: 'none' };
const BOTH = { ...WRONG, ...SILENT };

describe.each(['off', PAGE])('GET /oauth2/authorize by a browser, CONSENT_UI_URL=%s', (CONSENT_UI_URL) => {
  const page = { CONSENT_UI_URL };
  /** Where nobody is sent to the client. */
  const shown = (body: string) => (CONSENT_UI_URL === 'off' ? body : 'page');
  const unfit = shown('400 invalid_scope');

  /** Request, then the place signed out, and signed in with the application that was granted something, and another. */
  const cases: [string, () => Promise<World>, [Request, string, string, string][]][] = [
    [
      'on loopback',
      () => World.start(page),
      [
        [WRONG, unfit, 'client invalid_scope', 'client invalid_scope'],
        [
          { response_type: undefined },
          shown('400 invalid_request'),
          'client invalid_request',
          'client invalid_request',
        ],
        [{ code_challenge: 'short' }, shown('400 invalid_request'), 'client invalid_request', 'client invalid_request'],
        [{ id_token_hint: 'x' }, shown('400 invalid_request'), 'client invalid_request', 'client invalid_request'],
        [SILENT, 'client login_required', 'client code', 'client consent_required'],
        [BOTH, '400 invalid_scope', 'client invalid_scope', 'client invalid_scope'],
        [{ prompt: 'none login' }, shown('400 invalid_request'), 'client invalid_request', 'client invalid_request'],
        [NOBODY, shown('400 invalid_client'), shown('400 invalid_client'), shown('400 invalid_client')],
        [ELSEWHERE, shown('400 invalid_request'), shown('400 invalid_request'), shown('400 invalid_request')],
        [{ ...NOBODY, ...SILENT }, '400 invalid_client', '400 invalid_client', '400 invalid_client'],
        [{ ...ELSEWHERE, ...SILENT }, '400 invalid_request', '400 invalid_request', '400 invalid_request'],
        [{}, shown('401 login_required'), shown('200 undefined'), shown('200 undefined')],
      ],
    ],
    [
      'behind a public URL, where every account may register applications',
      () => World.start({ ...PUBLIC, DEVELOPERS: 'all', ...page }),
      [
        [WRONG, unfit, 'client invalid_scope', unfit],
        [SILENT, '401 login_required', 'client code', '400 consent_required'],
        [
          { ...SILENT, scope: 'notes:read openid' },
          '401 login_required',
          'client consent_required',
          '400 consent_required',
        ],
        [{ ...SILENT, max_age: '0' }, '401 login_required', 'client login_required', '401 login_required'],
        [BOTH, '400 invalid_scope', 'client invalid_scope', '400 invalid_scope'],
      ],
    ],
    [
      'behind a public URL, where developers are invited',
      () => World.start({ ...PUBLIC, DEVELOPERS: 'all', ...page }, { DEVELOPERS: 'invited' }),
      [
        [WRONG, unfit, 'client invalid_scope', 'client invalid_scope'],
        [SILENT, 'client login_required', 'client code', 'client consent_required'],
        [BOTH, '400 invalid_scope', 'client invalid_scope', 'client invalid_scope'],
      ],
    ],
  ];

  describe.each(cases)('%s', (_, start, requests) => {
    let world: World;
    beforeAll(async () => {
      world = await start();
    });
    afterAll(() => world.server.stop());

    it.each(requests)('%j', async (request, signedOut, granted, other) => {
      const places = [
        await world.place(world.other, request, 'signed out'),
        await world.place(world.granted, request, 'signed in'),
        await world.place(world.other, request, 'signed in'),
      ];
      expect(places).toEqual([signedOut, granted, other]);
    });
  });
});

describe('GET /oauth2/authorize', () => {
  const site = givenSite();
  let world: World;
  beforeAll(async () => {
    world = await World.start({ DYNAMIC_REGISTRATION: 'open', CONSENT_UI_URL: PAGE });
  });
  afterAll(() => world.server.stop());

  it.each([
    ['registered itself', async () => registerItself(world.at)],
    ['is known by a document', async () => applicationOf(site.serve('/client'))],
  ])('a client that %s redirects nobody without a decision, whatever was granted', async (_, make) => {
    const client = await make();
    const place = (request: Request, as: 'signed in' | 'signed out' = 'signed in') =>
      world.place(client, { ...PKCE, ...request }, as);
    expect(await place(SILENT)).toBe('400 consent_required');
    await obtainCode(world.at, world.account, client, { ...PKCE, scope: 'notes:read' });
    expect([await place(WRONG), await place(BOTH)]).toEqual(['page', '400 invalid_scope']);
    expect([await place(SILENT), await place(SILENT, 'signed out')]).toEqual([
      '400 consent_required',
      '401 login_required',
    ]);
    expect(await place({ ...SILENT, scope: 'notes:read', max_age: '0' })).toBe('401 login_required');
  });

  it('a program, and a page that calls by fetch, get a body', async () => {
    const { account, other, at } = world;
    const headers = { ...account.session, ...BROWSER, prefer: 'return=representation' };
    for (const as of [{ ...account.session, accept: '*/*' }, headers]) {
      const { status, body } = await call('GET', authorizeUrl(at, other, WRONG), { headers: as });
      expect([status, body['redirect_to']]).toEqual([400, expect.stringContaining('error=invalid_scope')]);
    }
    const screen = await call('GET', authorizeUrl(at, other), { headers });
    expect([screen.status, screen.headers.get('vary')]).toEqual([200, 'Accept, Prefer, Origin']);
    const silent = await call('GET', authorizeUrl(at, other, SILENT), { headers });
    expect([silent.status, silent.headers.get('preference-applied')]).toEqual([200, 'return=representation']);
    expect(silent.body).toEqual({
      redirect_to: expect.stringContaining(`${CALLBACK}?error=consent_required`) as string,
    });
  });

  it('an error is posted where the request wants that', async () => {
    const { account, other, at } = world;
    const url = authorizeUrl(at, other, { ...WRONG, response_mode: 'form_post' });
    const { status, text } = await call('GET', url, { headers: { ...account.session, ...BROWSER } });
    expect([status, text.includes('name="error" value="invalid_scope"')]).toEqual([200, true]);
  });

  it('401 login_required names the application, for the page of the sign-in', async () => {
    const { other, at } = world;
    const { status, body } = await call('GET', authorizeUrl(at, other));
    expect([status, body['client']]).toEqual([401, { client_id: other.client_id, name: 'Test app' }]);
  });

  it('401 login_required says why it asks', async () => {
    const { account, other, at } = world;
    const why = async (request: Request, headers = account.session) =>
      (await call('GET', authorizeUrl(at, other, request), { headers })).body['reason'];
    expect(await why({}, {})).toBe('no_session');
    expect(await why({ max_age: '0' })).toBe('login');
    expect(await why({ acr_values: 'phishing-resistant' })).toBeUndefined();
  });

  it('redirect_uri may be left out with a challenge, where one is registered (OAuth 2.1 §4.1.1)', async () => {
    const { account, other, at } = world;
    const left = { redirect_uri: undefined };
    const screen = await requestConsent(at, account, other, { ...PKCE, ...left });
    expect(screen['redirect_uri']).toBe(CALLBACK);
    const two = await register(at, account, { redirect_uris: [CALLBACK, `${CALLBACK}2`] });
    for (const [of, request] of [[other, left] as const, [two, { ...PKCE, ...left }] as const])
      expect(await world.place(of, request, 'signed in', { accept: '*/*' })).toBe('400 invalid_request');
  });
});

import { givenServer } from '@consentry/test-support/server/given';
import { type Answer, call, signUp } from '@consentry/test-support/world/world';

const FRIEND = 'https://console.example.com';
const EVIL = 'https://evil.example';
const PUBLIC = [
  ['/oauth2/access_token', 'GET, POST'],
  ['/oauth2/token', 'POST'],
  ['/oauth2/revoke', 'POST'],
  ['/.well-known/jwks.json', 'GET, HEAD'],
  ['/.well-known/oauth-authorization-server', 'GET, HEAD'],
] as const;
const CREDENTIALED = [
  ['/api/accounts', 'POST'],
  ['/api/session', 'POST, GET, DELETE'],
  ['/api/applications', 'POST, GET'],
  ['/api/applications/x', 'GET, PATCH, DELETE'],
  ['/api/grants', 'GET'],
  ['/oauth2/authorize', 'GET, POST'],
] as const;
const OWN = [
  ['/api/account', 'PATCH, DELETE'],
  ['/api/sessions', 'GET, DELETE'],
  ['/api/sessions/x', 'DELETE'],
  ['/api/applications/x/secrets', 'POST'],
  ['/api/applications/x/secrets/x', 'DELETE'],
] as const;

const allowed = ({ headers }: Answer) => ({
  origin: headers.get('access-control-allow-origin'),
  credentials: headers.get('access-control-allow-credentials'),
});

const namesIn = (list: string | null) => (list ?? '').split(', ').sort();

describe('CORS', () => {
  const server = givenServer({
    env: { CORS_ORIGINS: FRIEND, CONSENT_UI_URL: 'https://consent.example.com/page' },
  });

  const preflight = (path: string, origin: string, method = 'POST') =>
    call('OPTIONS', server.url + path, {
      headers: {
        origin,
        'access-control-request-method': method,
        'access-control-request-headers': 'authorization,content-type',
      },
    });

  describe.each(PUBLIC)('%s', (path, methods) => {
    it.each([FRIEND, EVIL, 'null'])('is for every page, without credentials: %s', async (origin) => {
      const answer = await call(methods.startsWith('GET') ? 'GET' : 'POST', server.url + path, { headers: { origin } });
      expect(allowed(answer)).toEqual({ origin: '*', credentials: null });
    });

    it('says so to a caller without an origin, and in a refusal of the method', async () => {
      expect(allowed(await call('PUT', server.url + path))).toEqual({ origin: '*', credentials: null });
    });

    it('answers a preflight from anywhere', async () => {
      const answer = await preflight(path, EVIL, methods);
      expect(answer.status).toBe(204);
      expect(allowed(answer)).toEqual({ origin: '*', credentials: null });
      expect(namesIn(answer.headers.get('access-control-allow-methods'))).toEqual(namesIn(methods));
      expect(answer.headers.get('access-control-allow-headers')).toBe('authorization, content-type');
      expect(answer.headers.get('vary')).toBe('Access-Control-Request-Headers');
    });
  });

  describe.each(OWN)('%s', (path, methods) => {
    const [method = ''] = methods.split(', ');

    it.each([FRIEND, 'https://consent.example.com', EVIL, 'null'])('is not for pages of %s', async (origin) => {
      const answer = await call(method, server.url + path, { headers: { origin } });
      expect(allowed(answer)).toEqual({ origin: null, credentials: null });
      expect(answer.headers.get('vary')).toMatch(/\bOrigin\b/);
      const { headers } = await preflight(path, origin, method);
      expect(allowed({ headers } as Answer)).toEqual({ origin: null, credentials: null });
      expect(headers.get('access-control-allow-methods')).toBeNull();
    });
  });

  describe.each(CREDENTIALED)('%s', (path, methods) => {
    const [method = ''] = methods.split(', ');

    it.each([FRIEND, 'https://consent.example.com'])('is for %s, with credentials', async (origin) => {
      const answer = await call(method, server.url + path, { headers: { origin } });
      expect(allowed(answer)).toEqual({ origin, credentials: 'true' });
      expect(answer.headers.get('vary')).toMatch(/\bOrigin\b/);
    });

    it.each([EVIL, 'null', `${FRIEND}.evil.example`, `${FRIEND}:444`])('is not for %s', async (origin) => {
      const answer = await call(method, server.url + path, { headers: { origin } });
      expect(allowed(answer)).toEqual({ origin: null, credentials: null });
      expect(answer.headers.get('vary')).toMatch(/\bOrigin\b/);
    });

    it('answers a preflight of an allowed origin with its methods', async () => {
      const answer = await preflight(path, FRIEND, method);
      expect({ status: answer.status, text: answer.text }).toEqual({ status: 204, text: '' });
      expect(allowed(answer)).toEqual({ origin: FRIEND, credentials: 'true' });
      expect(namesIn(answer.headers.get('access-control-allow-methods'))).toEqual(namesIn(methods));
      expect(answer.headers.get('access-control-allow-headers')).toMatch(/Authorization.*Content-Type.*Prefer/);
    });

    it('allows nothing in a preflight of another origin', async () => {
      const answer = await preflight(path, EVIL, method);
      expect(allowed(answer)).toEqual({ origin: null, credentials: null });
      expect(answer.headers.has('access-control-allow-methods')).toBe(false);
      expect(answer.headers.get('vary')).toMatch(/\bOrigin\b/);
    });
  });

  it('needs no session for a preflight, and a preflight does nothing', async () => {
    const { session } = await signUp(server);
    const headers = { ...session, origin: FRIEND, 'access-control-request-method': 'DELETE' };
    expect((await call('OPTIONS', `${server.url}/api/session`, { headers })).status).toBe(204);
    expect((await call('GET', `${server.url}/api/session`, { headers: session })).status).toBe(200);
  });

  it.each([{}, { origin: FRIEND }, { 'access-control-request-method': 'GET' }])(
    'takes OPTIONS with %j for no preflight',
    async (headers) => {
      const answer = await call('OPTIONS', `${server.url}/api/session`, { headers: { ...headers } });
      expect(answer.status).toBe(405);
      expect(namesIn(answer.headers.get('allow'))).toEqual(['DELETE', 'GET', 'POST']);
    },
  );

  it('answers a preflight of a path that is not there with 404', async () => {
    expect((await preflight('/api/nothing', FRIEND)).status).toBe(404);
  });

  it('lets an allowed page read why it was turned away', async () => {
    const answer = await call('GET', `${server.url}/api/session`, { headers: { origin: FRIEND } });
    expect(answer.status).toBe(401);
    expect(answer.headers.get('access-control-expose-headers')).toMatch(/Retry-After.*WWW-Authenticate/);
  });
});

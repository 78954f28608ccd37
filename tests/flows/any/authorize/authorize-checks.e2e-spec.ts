import { sessionCookie } from '@consentry/test-support/world/cookies';
import { givenAccount, givenApplication, givenServer } from '@consentry/test-support/server/given';
import { PHOTOS, twoResources } from '@consentry/test-support/world/two-resources';
import { type Application, authorizeUrl, call, pkce, register } from '@consentry/test-support/world/world';

type Request = Record<string, string | undefined>;

describe('GET /oauth2/authorize: the first check that fails answers', () => {
  const server = givenServer({ env: twoResources() });
  const account = givenAccount(server);
  const application = givenApplication(server, account);
  const mobile = givenApplication(server, account, { client_type: 'public' });
  const disabled = givenApplication(server, account, { enabled: false });
  const readOnly = givenApplication(server, account, { scopes: ['notes:read'] });

  const ask = (request: Request, { of = application, as }: { of?: Application; as?: Record<string, string> } = {}) =>
    call('GET', authorizeUrl(server, of, request), { headers: as ?? account.session });

  const challenge = { code_challenge: pkce().challenge, code_challenge_method: 'S256' };

  it('lets a correct request through, so that every refusal below is for its own fault', async () => {
    expect((await ask({})).status).toBe(200);
    expect((await ask({ scope: 'notes:read' }, { of: readOnly })).status).toBe(200);
    expect((await ask(challenge, { of: mobile })).status).toBe(200);
  });

  describe('while nobody knows where an answer may go, the refusal is a body and nothing else', () => {
    const faults: [string, Request, string][] = [
      ['no client_id', { client_id: undefined }, 'invalid_request'],
      ['an empty client_id', { client_id: '' }, 'invalid_request'],
      ['an unknown client_id', { client_id: 'nobody' }, 'invalid_client'],
      ['no redirect_uri', { redirect_uri: undefined }, 'invalid_request'],
      ['an empty redirect_uri', { redirect_uri: '' }, 'invalid_request'],
      ['a foreign redirect_uri', { redirect_uri: 'https://evil.example.com/callback' }, 'invalid_request'],
      ['a state that is too long', { state: 'x'.repeat(2049) }, 'invalid_request'],
    ];

    it.each(faults)('%s', async (_, request, error) => {
      const { status, body, headers } = await ask(request);
      expect([status, body.error]).toEqual([400, error]);
      expect(Object.keys(body).sort()).toEqual(['error', 'error_description']);
      expect(headers.get('location')).toBeNull();
    });

    it('a disabled application answers as an unknown one does', async () => {
      const unknown = await ask({ client_id: 'nobody' });
      const off = await ask({}, { of: disabled });
      expect([off.status, off.text]).toEqual([unknown.status, unknown.text]);
    });

    it('a deleted application answers as an unknown one does', async () => {
      const gone = await register(server, account);
      await call('DELETE', `${server.url}/api/applications/${gone.client_id}`, { headers: account.session });
      expect((await ask({}, { of: gone })).text).toBe((await ask({ client_id: 'nobody' })).text);
    });
  });

  describe('once it is known, the refusal offers the error redirect, for a button', () => {
    const faults: [string, Request, string][] = [
      ['no response_type', { response_type: undefined }, 'invalid_request'],
      ['an empty response_type', { response_type: '' }, 'invalid_request'],
      ['response_type token', { response_type: 'token' }, 'unsupported_response_type'],
      ['response_type in capitals', { response_type: 'CODE' }, 'unsupported_response_type'],
      ['response_type code token', { response_type: 'code token' }, 'unsupported_response_type'],
      ['no scope', { scope: undefined }, 'invalid_request'],
      ['an empty scope', { scope: '' }, 'invalid_request'],
      ['a scope of blanks', { scope: '  ' }, 'invalid_scope'],
      ['an unknown scope', { scope: 'notes:read notes:burn' }, 'invalid_scope'],
      ['a scope in capitals', { scope: 'NOTES:READ' }, 'invalid_scope'],
      ['scopes apart by a comma', { scope: 'notes:read,notes:write' }, 'invalid_scope'],
      ['scopes of two resources', { scope: 'notes:read photos:read' }, 'invalid_scope'],
      ['no state', { state: undefined }, 'invalid_request'],
      ['an empty state', { state: '' }, 'invalid_request'],
      ['a challenge method without a challenge', { code_challenge_method: 'S256' }, 'invalid_request'],
      ['an empty challenge', { ...challenge, code_challenge: '' }, 'invalid_request'],
      ['a challenge without its method', { code_challenge: challenge.code_challenge }, 'invalid_request'],
      ['a challenge with an empty method', { ...challenge, code_challenge_method: '' }, 'invalid_request'],
      ['the method plain', { ...challenge, code_challenge_method: 'plain' }, 'invalid_request'],
      ['the method s256', { ...challenge, code_challenge_method: 's256' }, 'invalid_request'],
      ['a challenge of 42 characters', { ...challenge, code_challenge: 'a'.repeat(42) }, 'invalid_request'],
      ['a challenge of 44 characters', { ...challenge, code_challenge: 'a'.repeat(44) }, 'invalid_request'],
      ['a padded challenge', { ...challenge, code_challenge: `${'a'.repeat(42)}=` }, 'invalid_request'],
      ['a challenge in plain base64', { ...challenge, code_challenge: `${'a'.repeat(42)}+` }, 'invalid_request'],
      [
        'a challenge with a line end',
        { ...challenge, code_challenge: `${challenge.code_challenge}\n` },
        'invalid_request',
      ],
    ];

    it.each(faults)('%s', async (_, request, error) => {
      const { status, body, headers } = await ask(request);
      expect([status, body.error]).toEqual([400, error]);
      expect(headers.get('location')).toBeNull();

      const target = new URL(body.redirect_to as string);
      expect(target.origin + target.pathname).toBe(application.redirect_uris[0]);
      const state = 'state' in request ? request.state : 'a-state';
      expect(Object.fromEntries(target.searchParams)).toEqual({
        error,
        error_description: body.error_description,
        ...(state && { state }),
        iss: server.url,
      });
    });

    it('a scope that the application is not allowed', async () => {
      const { status, body } = await ask({ scope: 'notes:write' }, { of: readOnly });
      expect([status, body.error]).toEqual([400, 'invalid_scope']);
      expect(body.redirect_to).toMatch(/^https:\/\/app\.example\.com\/callback\?error=invalid_scope&/);
    });

    it('a public application without a challenge', async () => {
      const { status, body } = await ask({}, { of: mobile });
      expect([status, body.error]).toEqual([400, 'invalid_request']);
      expect(body.redirect_to).toMatch(/\?error=invalid_request&/);
    });
  });

  describe('who is not signed in hears of it last', () => {
    const strangers: [string, Record<string, string>][] = [
      ['no credentials', {}],
      ['a bad token', { authorization: 'Bearer nonsense' }],
      ['another scheme', { authorization: 'Basic YTpi' }],
    ];

    it.each(strangers)('%s: 401 login_required with a Bearer challenge, and no redirect', async (_, as) => {
      const { status, body, headers } = await ask({}, { as });
      expect([status, body.error]).toEqual([401, 'login_required']);
      expect(headers.get('www-authenticate')).toMatch(/^Bearer/);
      expect(body).not.toHaveProperty('redirect_to');
    });

    it('the session cookie signs in, but not beside a bad header', async () => {
      const cookie = `${sessionCookie(server)}=${account.sessionToken}`;
      expect((await ask({}, { as: { cookie } })).status).toBe(200);
      expect((await ask({}, { as: { cookie, authorization: 'Bearer nonsense' } })).status).toBe(401);
    });
  });

  /** Faults by the number of their check in the contract; of two faults the lower number answers. */
  const FAULTS: { check: number; request: Request; error: string }[] = [
    { check: 1, request: { state: 'x'.repeat(2049) }, error: 'invalid_request' },
    { check: 2, request: { client_id: 'nobody' }, error: 'invalid_client' },
    { check: 3, request: { redirect_uri: 'https://evil.example.com/' }, error: 'invalid_request' },
    { check: 4, request: { response_type: 'token' }, error: 'unsupported_response_type' },
    { check: 5, request: { scope: 'unknown' }, error: 'invalid_scope' },
    { check: 6, request: { state: undefined }, error: 'invalid_request' },
    { check: 7, request: { code_challenge: 'short' }, error: 'invalid_request' },
  ];
  const pairs = FAULTS.flatMap((first) =>
    FAULTS.filter((other) => other.check > first.check).map((other) => [first, other] as const),
  )
    .filter(([first, other]) => !(first.check === 1 && other.check === 6))
    // With a challenge the state is optional.
    .filter(([first, other]) => !(first.check === 6 && other.check === 7));

  it.each(pairs)('of two faults the earlier answers: %j before %j', async (first, other) => {
    const alone = await ask(first.request);
    const both = await ask({ ...other.request, ...first.request });
    expect(both.body.error).toBe(first.error);
    expect(both.body.error_description).toBe(alone.body.error_description);
    expect('redirect_to' in both.body).toBe(first.check > 3);
  });

  it.each(FAULTS)('and before the caller is looked at: %j', async ({ request, error }) => {
    const { status, body } = await ask(request, { as: {} });
    expect([status, body.error]).toEqual([400, error]);
  });

  it('an unsigned stranger is never redirected to the application', async () => {
    for (const request of [{}, { response_type: 'token' }, { scope: 'unknown' }]) {
      const { status, headers } = await ask(request, { as: { accept: 'text/html' } });
      expect(status).toBe(302);
      expect(headers.get('location')).toMatch(`${server.url}/consent?`);
    }
  });

  describe('a request with a challenge may omit state and scope', () => {
    const names = (body: Record<string, unknown>) => (body.scopes as { name: string }[]).map(({ name }) => name);

    it('without a scope it asks for all that the application may use at the first resource', async () => {
      const everything = await ask({ ...challenge, scope: undefined, state: undefined });
      expect(names(everything.body)).toEqual(['notes:read', 'notes:write']);
      const part = await ask({ ...challenge, scope: undefined, state: undefined }, { of: readOnly });
      expect(names(part.body)).toEqual(['notes:read']);
    });

    it('the first resource is the first of which it may use a scope', async () => {
      const gallery = await register(server, account, { scopes: ['photos:read'] });
      const { body } = await ask({ ...challenge, scope: '' }, { of: gallery });
      expect(body.resource).toEqual({ url: PHOTOS, name: 'Photos' });
      expect(names(body)).toEqual(['photos:read']);
    });

    it('public applications do so too', async () => {
      expect((await ask({ ...challenge, scope: undefined, state: undefined }, { of: mobile })).status).toBe(200);
    });
  });
});

import {
  type AuthorizationParameters,
  parseAuthorizationRequest,
  resolveRedirectTarget,
} from './authorization-request';
import { codeResponse, errorResponse, toRedirect } from './authorization-response';
import type { ClientRules } from '../client/client';
import { OAuthError, invalidRequest } from '../oauth-error';

const ISSUER = 'https://auth.example.com';
const CALLBACK = 'https://app.example.com/callback';
const CHALLENGE = 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM';
const NOTES = {
  url: 'https://notes.example.com',
  name: 'Notes',
  scopes: [{ name: 'notes:read', description: 'Read' }],
};

const CLIENT: ClientRules = {
  type: 'confidential',
  origin: 'console',
  enabled: true,
  loopbackAnyPort: false,
  requireClientAuthentication: false,
  requirePkce: false,
  redirectUris: [CALLBACK],
  scopes: null,
  grantTypes: null,
  authorizationDetailsTypes: null,
  defaultMaxAge: null,
};
const REQUEST: AuthorizationParameters = {
  client_id: 'client',
  redirect_uri: CALLBACK,
  response_type: 'code',
  scope: 'notes:read',
  state: 'a b',
};

/** Changed parameters; `undefined` leaves one out. */
type Override = { [Name in keyof AuthorizationParameters]: string | undefined };

function errorOf(action: () => unknown): OAuthError {
  try {
    action();
  } catch (error) {
    if (error instanceof OAuthError) return error;
    throw error;
  }
  throw new Error('nothing was thrown');
}

const redirectOf = ({ detail: { response } }: OAuthError) => response && toRedirect(response);

describe('resolveRedirectTarget', () => {
  const resolve = (client: ClientRules | null, redirect_uri?: string, code_challenge?: string) =>
    resolveRedirectTarget(
      { ...(redirect_uri !== undefined && { redirect_uri }), ...(code_challenge !== undefined && { code_challenge }) },
      client,
    );

  it('knows who asks and where the answer goes', () => {
    expect(resolve(CLIENT, CALLBACK)).toEqual({ client: CLIENT, redirectUri: CALLBACK });
  });

  it.each([
    ['an unknown client', null, CALLBACK, 'invalid_client'],
    ['a disabled client', { ...CLIENT, enabled: false }, CALLBACK, 'invalid_client'],
    ['the client before the URI', null, undefined, 'invalid_client'],
    ['no redirect URI', CLIENT, undefined, 'invalid_request'],
    ['another redirect URI', CLIENT, `${CALLBACK}/`, 'invalid_request'],
  ])('%s is 400 and never a redirect', (_, client, uri, code) => {
    const error = errorOf(() => resolve(client, uri));
    expect([error.code, error.status, error.detail.response]).toEqual([code, 400, undefined]);
  });

  describe('without redirect_uri (OAuth 2.1 §4.1.1)', () => {
    const OTHER = 'http://127.0.0.1:8080/cb';
    const native: ClientRules = { ...CLIENT, type: 'public', loopbackAnyPort: true };

    it.each<[string, ClientRules, string]>([
      ['is the only one, with a challenge', CLIENT, CALLBACK],
      ['is the only one of a native client, which is on no loopback', native, CALLBACK],
      ['is the only one on loopback whose port is fixed', { ...CLIENT, redirectUris: [OTHER] }, OTHER],
    ])('the answer goes to what %s', (_, client, redirectUri) => {
      expect(resolve(client, undefined, CHALLENGE)).toEqual({ client, redirectUri });
    });

    it.each<[string, ClientRules, string | undefined]>([
      ['no challenge', CLIENT, undefined],
      ['two registered', { ...CLIENT, redirectUris: [CALLBACK, OTHER] }, CHALLENGE],
      ['none registered', { ...CLIENT, redirectUris: [] }, CHALLENGE],
      ['one on loopback, of any port', { ...native, redirectUris: [OTHER] }, CHALLENGE],
      ['one on loopback, which names no port', { ...native, redirectUris: ['http://[::1]/cb'] }, CHALLENGE],
    ])('%s is no answer at all', (_, client, challenge) => {
      const error = errorOf(() => resolve(client, undefined, challenge));
      expect([error.code, error.description, error.detail.response]).toEqual([
        'invalid_request',
        'redirect_uri is missing: it may be omitted only with code_challenge and if exactly one is registered',
        undefined,
      ]);
    });

    it('a challenge excuses no other one', () => {
      const error = errorOf(() => resolve(CLIENT, `${CALLBACK}/`, CHALLENGE));
      expect(error.description).toBe('redirect_uri is not one of those registered for this application');
    });
  });
});

describe('parseAuthorizationRequest', () => {
  const parse = (override: Override, client = CLIENT) => {
    const parameters = Object.fromEntries(
      Object.entries({ ...REQUEST, ...override }).filter(([, value]) => value !== undefined),
    );
    return parseAuthorizationRequest(
      parameters,
      { client, redirectUri: CALLBACK },
      { resources: [NOTES], issuer: ISSUER, requirePkce: false },
    );
  };

  it('reads a correct request', () => {
    expect(parse({})).toEqual({
      authorizationDetails: null,
      redirectUri: CALLBACK,
      responseMode: null,
      scope: ['notes:read'],
      resource: NOTES,
      state: 'a b',
      nonce: null,
      codeChallenge: null,
      dpopJkt: null,
      prompt: [],
      maxAge: null,
      acrValues: [],
      isAcrVoluntary: false,
      loginHint: null,
      idTokenHint: null,
    });
  });

  it.each([
    ['nothing', {}, false],
    ['a nonce alone', { nonce: 'n' }, false],
    ['openid alone', { scope: 'openid' }, false],
    ['openid with an empty nonce', { scope: 'openid', nonce: undefined }, false],
    ['openid with a nonce', { scope: 'openid notes:read', nonce: 'n' }, true],
    ['a challenge', { code_challenge: CHALLENGE, code_challenge_method: 'S256' }, true],
  ])('a client that registered itself sends %s: %j is taken: %s', (_, override, isTaken) => {
    const stranger: ClientRules = { ...CLIENT, origin: 'registration' };
    if (isTaken) expect(parse(override, stranger).redirectUri).toBe(CALLBACK);
    else
      expect(errorOf(() => parse(override, stranger)).description).toMatch(/must send code_challenge .* openid with/);
  });

  it('classes of sign-in are a wish of OpenID requests alone', () => {
    expect(parse({ acr_values: 'x', scope: 'openid notes:read' }).isAcrVoluntary).toBe(true);
    expect(parse({ acr_values: 'x' }).isAcrVoluntary).toBe(false);
  });

  it('a challenge stands in for scope and state', () => {
    const request = { scope: undefined, state: undefined, code_challenge: CHALLENGE, code_challenge_method: 'S256' };
    expect(parse(request)).toMatchObject({ scope: ['notes:read'], state: null, codeChallenge: CHALLENGE });
  });

  it('default_max_age counts where the request has no max_age', () => {
    const client = { ...CLIENT, defaultMaxAge: 60 };
    const ages = [{}, { max_age: '3600' }, { max_age: '0' }].map((request) => parse(request, client).maxAge);
    expect(ages).toEqual([60, 3600, 0]);
    expect(parse({}, { ...CLIENT, defaultMaxAge: 0 }).maxAge).toBe(0);
  });

  it('an error is posted where the request says so and can be read, else it is in the query', () => {
    const modeOf = (response_mode: string) => errorOf(() => parse({ response_mode, scope: 'x' })).detail.response?.mode;
    const modes = ['form_post', 'query', 'fragment', 'jwt'].map(modeOf);
    expect(modes).toEqual(['form_post', 'query', 'fragment', 'query']);
  });

  const inOrder: [string, Override, string][] = [
    ['a challenge without its method', { code_challenge: CHALLENGE }, 'invalid_request'],
    ['an unknown scope', { scope: 'x' }, 'invalid_scope'],
    ['another response type', { response_type: 'token' }, 'unsupported_response_type'],
    ['no response type', { response_type: undefined }, 'invalid_request'],
  ];

  it('the first check that fails answers, with the error redirect', () => {
    let request = {};
    for (const [, fault, code] of inOrder) {
      request = { ...request, ...fault };
      const error = errorOf(() => parse(request));
      expect(error.code).toBe(code);
      expect(redirectOf(error)).toBe(
        `${CALLBACK}?error=${code}&error_description=${encodeURIComponent(error.description)}&state=a%20b&iss=${encodeURIComponent(ISSUER)}`,
      );
    }
  });

  it('state is checked after the scope and before the challenge', () => {
    expect(errorOf(() => parse({ state: undefined, scope: 'x' })).code).toBe('invalid_scope');
    const error = errorOf(() => parse({ state: undefined, code_challenge_method: 'plain' }));
    expect(error.description).toBe('state is missing: send it, or send code_challenge (PKCE, S256)');
    expect(redirectOf(error)).not.toContain('state=');
  });
});

describe('the redirects', () => {
  const target = { redirectUri: `${CALLBACK}?a=b`, responseMode: null, state: 'x&y', issuer: ISSUER };

  it('carry code or error, state and iss', () => {
    expect(toRedirect(codeResponse('the-code', target))).toBe(
      `${CALLBACK}?a=b&code=the-code&state=x%26y&iss=https%3A%2F%2Fauth.example.com`,
    );
    expect(toRedirect(errorResponse(invalidRequest('over now'), { ...target, state: null }))).toBe(
      `${CALLBACK}?a=b&error=invalid_request&error_description=over%20now&iss=https%3A%2F%2Fauth.example.com`,
    );
  });
});

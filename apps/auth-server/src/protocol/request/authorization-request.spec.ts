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
  enabled: true,
  loopbackAnyPort: false,
  requireClientAuthentication: false,
  requirePkce: false,
  redirectUris: [CALLBACK],
  scopes: null,
  grantTypes: null,
  authorizationDetailsTypes: null,
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

describe('resolveRedirectTarget', () => {
  const resolve = (client: ClientRules | null, redirect_uri?: string) =>
    resolveRedirectTarget({ ...(redirect_uri !== undefined && { redirect_uri }) }, client);

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
    expect([error.code, error.status, error.detail.redirectTo]).toEqual([code, 400, undefined]);
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
      { resources: [NOTES], issuer: ISSUER },
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
      loginHint: null,
      idTokenHint: null,
    });
  });

  it('a challenge stands in for scope and state', () => {
    const request = { scope: undefined, state: undefined, code_challenge: CHALLENGE, code_challenge_method: 'S256' };
    expect(parse(request)).toMatchObject({ scope: ['notes:read'], state: null, codeChallenge: CHALLENGE });
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
      expect(error.detail.redirectTo).toBe(
        `${CALLBACK}?error=${code}&error_description=${encodeURIComponent(error.description)}&state=a%20b&iss=${encodeURIComponent(ISSUER)}`,
      );
    }
  });

  it('state is checked after the scope and before the challenge', () => {
    expect(errorOf(() => parse({ state: undefined, scope: 'x' })).code).toBe('invalid_scope');
    const error = errorOf(() => parse({ state: undefined, code_challenge_method: 'plain' }));
    expect(error.description).toBe('state is missing');
    expect(error.detail.redirectTo).not.toContain('state=');
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

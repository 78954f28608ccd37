import { BearerFault } from './bearer-fault.ts';
import { challengeOf, isQuotable, quotable, statusOf } from './challenge.ts';

describe('challengeOf (RFC 6750 §3)', () => {
  it.each([
    [BearerFault.missingToken(), 401, 'Bearer realm="api"'],
    [
      BearerFault.malformedRequest('private'),
      400,
      'Bearer realm="api", error="invalid_request", error_description="The Authorization header is malformed"',
    ],
    [
      BearerFault.invalidToken('private'),
      401,
      'Bearer realm="api", error="invalid_token", error_description="The access token is not valid"',
    ],
    [
      BearerFault.expiredToken(),
      401,
      'Bearer realm="api", error="invalid_token", error_description="The access token expired"',
    ],
    [
      BearerFault.insufficientScope(),
      403,
      'Bearer realm="api", error="insufficient_scope", ' +
        'error_description="The access token lacks a scope that this call needs"',
    ],
    [BearerFault.accessDenied('not yours', 'private'), 403, undefined],
    [
      BearerFault.insufficientAuthentication({ maxAge: 300, acr: ['b', 'a'] }, 'private'),
      401,
      'Bearer realm="api", error="insufficient_user_authentication", ' +
        'error_description="This call needs a more recent or a stronger sign-in of the user", ' +
        'acr_values="b a", max_age="300"',
    ],
    [BearerFault.unavailable('private', 1), 503, undefined],
  ])('%#', (fault, status, challenge) => {
    expect(statusOf(fault)).toBe(status);
    expect(challengeOf(fault, { realm: 'api' })).toBe(challenge);
    expect(String(challenge)).not.toContain('private');
  });
});

describe('challengeOf of a service with metadata (RFC 9728 §5.1)', () => {
  const settings = { realm: 'api', resourceMetadata: 'https://notes.example.com/.well-known/oauth-protected-resource' };
  const told = `resource_metadata="${settings.resourceMetadata}"`;

  it.each([
    [BearerFault.missingToken(), `Bearer realm="api", ${told}`],
    [
      BearerFault.expiredToken(),
      `Bearer realm="api", error="invalid_token", error_description="The access token expired", ${told}`,
    ],
    [
      BearerFault.insufficientScope(),
      'Bearer realm="api", error="insufficient_scope", ' +
        `error_description="The access token lacks a scope that this call needs", ${told}`,
    ],
  ])('%#', (fault, challenge) => {
    expect(challengeOf(fault, settings)).toBe(challenge);
  });
});

describe('challengeOf with pages about errors (RFC 6750 §3)', () => {
  const settings = { realm: 'api', errorUri: 'https://docs.example.com/errors/guard/{code}.html' };

  it('names the page of the code', () => {
    expect(challengeOf(BearerFault.expiredToken(), settings)).toBe(
      'Bearer realm="api", error="invalid_token", error_description="The access token expired", ' +
        'error_uri="https://docs.example.com/errors/guard/invalid_token.html"',
    );
  });

  it('names none where no error is told', () => {
    expect(challengeOf(BearerFault.missingToken(), settings)).toBe('Bearer realm="api"');
  });
});

describe('challengeOf of a route with scopes', () => {
  it.each([[BearerFault.missingToken()], [BearerFault.expiredToken()], [BearerFault.insufficientScope()]])(
    '%#: names them',
    (fault) => {
      const challenge = challengeOf(fault, { realm: 'api' }, { scopes: ['notes:read', 'notes:write'] });
      expect(challenge).toMatch(/, scope="notes:read notes:write"$/);
    },
  );
});

describe('quotable', () => {
  it.each([
    ['Not your team', 'Not your team'],
    ['Not "yours"\\', "Not 'yours'?"],
    ['für\r\nSet-Cookie: a', 'f?r??Set-Cookie: a'],
    ['\u{1F512}', '?'],
  ])('%j becomes %j', (text, safe) => {
    expect(quotable(text)).toBe(safe);
    expect(isQuotable(safe)).toBe(true);
  });
});

describe('isQuotable', () => {
  it.each([
    ['notes api', true],
    ['', false],
    ['a"b', false],
    ['a\\b', false],
    ['a\r\nb', false],
    ['ä', false],
  ])('%j: %s', (value, quotable) => {
    expect(isQuotable(value)).toBe(quotable);
  });
});

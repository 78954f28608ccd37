import { BearerFault } from './bearer-fault.ts';
import { challengeOf, isQuotable, statusOf } from './challenge.ts';

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
      BearerFault.insufficientScope(['notes:read', 'notes:write']),
      403,
      'Bearer realm="api", error="insufficient_scope", ' +
        'error_description="The access token lacks a scope that this call needs", scope="notes:read notes:write"',
    ],
    [BearerFault.keysUnavailable('private', 1), 503, undefined],
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
      BearerFault.insufficientScope(['notes:read']),
      'Bearer realm="api", error="insufficient_scope", ' +
        `error_description="The access token lacks a scope that this call needs", scope="notes:read", ${told}`,
    ],
  ])('%#', (fault, challenge) => {
    expect(challengeOf(fault, settings)).toBe(challenge);
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

import { OAuthError, type OAuthErrorCode, invalidGrant, invalidRequest, invalidScope } from './oauth-error';

describe('OAuthError', () => {
  const statuses: [OAuthErrorCode, number][] = [
    ['invalid_request', 400],
    ['invalid_client', 401],
    ['invalid_grant', 400],
    ['invalid_scope', 400],
    ['unauthorized_client', 400],
    ['unsupported_grant_type', 400],
    ['unsupported_response_type', 400],
    ['access_denied', 403],
    ['login_required', 401],
    ['server_error', 500],
    ['temporarily_unavailable', 503],
  ];

  it.each(statuses)('%s is %i', (code, status) => expect(new OAuthError(code, 'why').status).toBe(status));

  it('has another status where the code alone does not tell it', () => {
    expect(invalidRequest('too large', { status: 413 }).status).toBe(413);
  });

  it('keeps what it knows when it learns more', () => {
    const cause = new Error('private');
    const error = invalidRequest('why', { status: 404, cause }).with({ members: { more: 1 } });
    expect(error).toMatchObject({ code: 'invalid_request', status: 404, cause });
    expect(error.detail).toEqual({ status: 404, cause, members: { more: 1 } });
  });

  it.each([invalidRequest, invalidGrant, invalidScope])('has short forms', (make) => {
    expect(make('why')).toBeInstanceOf(OAuthError);
  });

  it.each(['', 'a "quote"', 'a \\ backslash', 'a line\nend', 'é', '\u007f'])(
    'refuses the description %j, as RFC 6749 §5.2 does',
    (description) => expect(() => new OAuthError('invalid_request', description)).toThrow(TypeError),
  );

  it('takes every character that RFC 6749 §5.2 allows', () => {
    const allowed = Array.from({ length: 0x7f - 0x20 }, (_, at) => String.fromCharCode(0x20 + at)).filter(
      (character) => !'"\\'.includes(character),
    );
    expect(new OAuthError('invalid_request', allowed.join('')).description).toHaveLength(93);
  });
});

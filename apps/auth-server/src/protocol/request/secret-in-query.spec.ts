import { assertNoSecretInQuery } from './secret-in-query';

describe('secrets in the query of a POST', () => {
  it.each(['code=1', 'a=1&client_secret=x', 'refresh_token=x'])('are refused: %s', (query) => {
    expect(() => assertNoSecretInQuery(query)).toThrow(
      /^invalid_request: with POST, send \w+ in the body, not in the query$/,
    );
  });

  it('are those that an endpoint names, too', () => {
    expect(() => assertNoSecretInQuery('token=x')).not.toThrow();
    expect(() => assertNoSecretInQuery('token=x', 'token')).toThrow('with POST, send token in the body');
  });

  it('leave other parameters alone', () => {
    expect(() => assertNoSecretInQuery('client_id=x&state=1')).not.toThrow();
    expect(() => assertNoSecretInQuery('')).not.toThrow();
  });
});

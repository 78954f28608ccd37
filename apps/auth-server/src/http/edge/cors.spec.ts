import { Cors } from './cors';

describe('Cors', () => {
  const cors = new Cors(['https://app.example.com']);
  const own = 'https://app.example.com';

  it('tells a preflight by all three of its marks', () => {
    const headers = { origin: own, 'access-control-request-method': 'POST' };
    expect(cors.isPreflight('OPTIONS', headers)).toBe(true);
    expect(cors.isPreflight('POST', headers)).toBe(false);
    expect(cors.isPreflight('OPTIONS', { origin: own })).toBe(false);
    expect(cors.isPreflight('OPTIONS', { 'access-control-request-method': 'POST' })).toBe(false);
  });

  it.each([
    ['/api/session', own, true],
    ['/api/session', 'https://evil.example.com', false],
    ['/api/session', undefined, false],
    ['/oauth2/token', 'https://evil.example.com', true],
    ['/oauth2/authorize', 'https://evil.example.com', false],
  ])('%s for %s: methods named %s', (path, origin, named) => {
    const { status, headers } = cors.preflightReply(path, origin, ['GET', 'POST']);
    expect(status).toBe(204);
    expect(headers['access-control-allow-methods']).toBe(named ? 'GET, POST' : undefined);
  });

  it('what everyone may read does not vary by origin', () => {
    expect(cors.varyOf('/.well-known/jwks.json')).toBeUndefined();
    expect(cors.varyOf('/api/session')).toBe('Origin');
  });
});

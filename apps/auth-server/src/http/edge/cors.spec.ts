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
    ['own pages', own, false, true],
    ['own pages', 'https://evil.example.com', false, false],
    ['own pages', undefined, false, false],
    ['every page', 'https://evil.example.com', true, true],
  ])('a path for %s: a preflight of %s', (_, origin, isForAnyOrigin, named) => {
    const { status, headers } = cors.preflightReply(isForAnyOrigin, origin, ['GET', 'POST']);
    expect(status).toBe(204);
    expect(headers['access-control-allow-methods']).toBe(named ? 'GET, POST' : undefined);
  });
});

import { Cors } from './cors';

const ALLOWED = { isForAnyOrigin: false, isForOwnOrigin: false };
const ANY = { isForAnyOrigin: true, isForOwnOrigin: false };
const OWN = { isForAnyOrigin: false, isForOwnOrigin: true };

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
    ['the pages allowed', own, ALLOWED, true],
    ['the pages allowed', 'https://evil.example.com', ALLOWED, false],
    ['the pages allowed', undefined, ALLOWED, false],
    ['every page', 'https://evil.example.com', ANY, true],
    ['our own pages alone', own, OWN, false],
  ])('a path for %s: a preflight of %s', (_, origin, readers, named) => {
    const { status, headers } = cors.preflightReply(readers, origin, ['GET', 'POST']);
    expect(status).toBe(204);
    expect(cors.headersFor(readers, origin).length > 0).toBe(named);
    expect(headers['access-control-allow-methods']).toBe(named ? 'GET, POST' : undefined);
  });

  it('MCP clients in pages of any origin may tell their version, pages that bring a cookie need not', () => {
    const allowed = (readers: typeof ANY) =>
      cors.preflightReply(readers, own, ['GET']).headers['access-control-allow-headers'];
    expect(allowed(ANY)).toBe('Authorization, Content-Type, DPoP, Prefer, MCP-Protocol-Version');
    expect(allowed(ALLOWED)).toBe('Authorization, Content-Type, DPoP, Prefer');
  });
});

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

  const replyTo = (readers: typeof ANY, asked?: string) => cors.preflightReply(readers, own, ['GET'], asked).headers;

  it.each([
    ['x-requested-with', 'x-requested-with'],
    ['authorization,mcp-protocol-version', 'authorization, mcp-protocol-version'],
    [Array.from({ length: 32 }, (_, at) => `x-${at}`).join(','), expect.stringMatching(/^x-0, .*x-31$/)],
    [Array.from({ length: 33 }, (_, at) => `x-${at}`).join(','), undefined],
    ['x-a, , x-b', undefined],
    ['x-a: 1', undefined],
    ['*', '*'],
    ['', undefined],
    [undefined, undefined],
  ])('pages of any origin may send what they ask for, and no cookie: %s', (asked, names) => {
    const headers = replyTo(ANY, asked);
    expect([headers['access-control-allow-headers'], headers['vary']]).toEqual([
      names,
      'Access-Control-Request-Headers',
    ]);
  });

  it('pages that bring a cookie may send the names that are known', () => {
    expect(replyTo(ALLOWED, 'x-requested-with')['access-control-allow-headers']).toBe(
      'Authorization, Content-Type, DPoP, Prefer',
    );
  });
});

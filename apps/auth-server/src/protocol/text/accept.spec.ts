import { encodingFor, prefersPage, prefersSignedIntrospection } from './accept';

describe('prefersPage', () => {
  it.each([
    'text/html',
    'Text/HTML;q=0.1',
    'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8',
    'application/json;q=0.9, text/html',
    'text/html; q=0.5; level=1',
    'text/html;q=0, text/html;q=0.3',
    'application/json;q=nonsense, text/html;q=0.1',
  ])('%s: yes', (accept) => expect(prefersPage(accept)).toBe(true));

  it.each([
    undefined,
    '',
    '*/*',
    'text/*',
    'application/json',
    'application/json, text/html',
    'text/html;q=0.5, application/json;q=0.5',
    'text/html;q=0',
    'text/html;q=',
    'text/html;q=-1',
    'text/html;q=nonsense',
    'text/htmlx, xtext/html',
    'text/html;q=5, application/json',
  ])('%s: no', (accept) => expect(prefersPage(accept)).toBe(false));
});

describe('prefersSignedIntrospection', () => {
  const SIGNED = 'application/token-introspection+jwt';

  it.each([SIGNED, SIGNED.toUpperCase(), `application/json, ${SIGNED}`, `${SIGNED};q=0.5, application/json;q=0.5`])(
    '%s: yes',
    (accept) => expect(prefersSignedIntrospection(accept)).toBe(true),
  );

  it.each([
    undefined,
    '*/*',
    'application/json',
    'application/jwt',
    `${SIGNED};q=0`,
    `application/json, ${SIGNED};q=0.9`,
  ])('%s: no', (accept) => expect(prefersSignedIntrospection(accept)).toBe(false));
});

describe('encodingFor', () => {
  it.each([
    [undefined, null],
    ['', null],
    ['identity', null],
    ['*', null],
    ['gzip, deflate', 'gzip'],
    ['gzip, deflate, br, zstd', 'br'],
    ['gzip;q=1.0, br;q=0.5', 'br'],
    ['br;q=0, GZIP', 'gzip'],
    ['br;q=0, gzip;q=0', null],
  ])('%s: %s', (acceptEncoding, encoding) => expect(encodingFor(acceptEncoding)).toBe(encoding));
});

import { calledUriProblem, webUriProblem } from './web-uri';

describe('webUriProblem', () => {
  it.each([
    'https://example.com',
    'https://example.com/a?b#c',
    'http://localhost:3000/',
    'http://[::1]/',
    'http://127.0.0.1',
  ])('%s is one to link to', (uri) => {
    expect(webUriProblem(uri, true)).toBeNull();
    expect(webUriProblem(uri, false) === null).toBe(uri.startsWith('https:'));
  });

  it.each([
    'http://example.com',
    'http://localhost.example.com',
    'javascript:alert(1)',
    'data:text/html,x',
    'https:///x',
    'https://a b',
    `https://example.com/${'x'.repeat(2048)}`,
    '',
    'https://user@example.com/',
    'https://example.com@evil.example',
    'https://example.com\\@evil.example',
    'https://a;b.example',
    'https://a,b.example',
    'https://a%3bb.example/',
    "https://a'b.example/",
    'https://example.com/\0',
    'https://example.com/\x7f',
  ])('%j is none', (uri) => {
    expect(webUriProblem(uri, true)).not.toBeNull();
  });
});

describe('calledUriProblem', () => {
  it.each([
    ['https://example.com/jwks.json', false, null],
    ['https://example.com:8443/jwks.json?a=b', false, null],
    ['http://localhost:3000/jwks.json', true, null],
    ['https://localhost/jwks.json', true, null],
    ['http://localhost:3000/jwks.json', false, /^must be an https URL of at most/],
    ['https://127.0.0.1/jwks.json', false, /^must be an https URL of at most/],
    ['http://example.com/jwks.json', true, /or http on loopback/],
    ['https://user@example.com/', true, /user name/],
    ['https://:secret@example.com/', true, /user name/],
    ['https://@example.com/', true, /user name/],
    ['https://example.com/#keys', true, /fragment/],
    ['https://example.com/#', true, /fragment/],
  ])('%s, loopback %s: %s', (uri, allowLoopback, expected) => {
    const problem = calledUriProblem(uri, allowLoopback);
    if (expected === null) expect(problem).toBeNull();
    else expect(problem).toMatch(expected);
  });
});

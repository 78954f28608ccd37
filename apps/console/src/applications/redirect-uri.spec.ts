import { isOnlyAHint, redirectUriProblem } from './redirect-uri';

const judge = (uri: string, { isPublic = false, others = [] as string[] } = {}) =>
  redirectUriProblem(uri, { isPublic, others });

describe('redirectUriProblem', () => {
  it.each([
    'https://app.example.com',
    'https://app.example.com:8443/cb?a=b',
    'https://app.example.com/a@b',
    'http://localhost:3000/cb',
    'http://127.0.0.1/cb',
    'http://[::1]:8080/cb',
  ])('%s is fine', (uri) => expect(judge(uri)).toBeNull());

  it.each([
    ['/cb', 'relative'],
    ['app.example.com/cb', 'relative'],
    ['https:app.example.com', 'relative'],
    ['https:///cb', 'relative'],
    ['http://app.example.com/cb', 'plainHttp'],
    ['http://localhost.example.com/', 'plainHttp'],
    ['http://127.0.0.1.example.com/', 'plainHttp'],
    ['com.example.app:/cb', 'scheme'],
    ['ftp://app.example.com/', 'scheme'],
    ['javascript:alert(1)', 'scheme'],
    ['https://app.example.com/#', 'fragment'],
    ['https://*.example.com/', 'wildcard'],
    ['https://user@app.example.com/', 'userName'],
    ['https://:@app.example.com/', 'userName'],
    ['https://app.example.com/a b', 'characters'],
    ['https://app.example.com\\cb', 'characters'],
    ['https://münchen.example/', 'characters'],
    ['', 'relative'],
    [`https://app.example.com/${'x'.repeat(2_048)}`, 'long'],
  ])('%j: %s', (uri, problem) => expect(judge(uri)).toEqual({ problem }));

  it('a scheme with a dot is for applications without a secret', () => {
    expect(judge('com.example.app:/cb', { isPublic: true })).toBeNull();
    expect(judge('myapp:/cb', { isPublic: true })).toEqual({ problem: 'scheme' });
  });

  it('names a parameter that the answer brings', () => {
    expect(judge('https://app.example.com/?a=b&st%61te=x')).toEqual({ problem: 'parameter', name: 'state' });
  });

  it('compares with those that are there, letter by letter', () => {
    const others = ['https://app.example.com/cb', 'https://app.example.com/back/'];
    expect(judge('https://app.example.com/cb', { others })).toEqual({ problem: 'same' });
    expect(judge('https://app.example.com/cb/', { others })).toEqual({ problem: 'slash', other: others[0] });
    expect(judge('https://app.example.com/back', { others })).toEqual({ problem: 'slash', other: others[1] });
    expect(judge('https://app.example.com/CB', { others })).toBeNull();
  });

  it('only hints where the server may take it', () => {
    expect(isOnlyAHint({ problem: 'slash', other: '' })).toBe(true);
    expect(isOnlyAHint({ problem: 'fragment' })).toBe(false);
  });
});

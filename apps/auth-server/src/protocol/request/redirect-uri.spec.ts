import { appendParameters, describeRedirect, isRegisteredRedirectUri, redirectUriProblem } from './redirect-uri';

describe('redirectUriProblem', () => {
  it.each([
    'https://app.example.com',
    'https://app.example.com/cb?a=b',
    'https://app.example.com:8443/cb?',
    'https://192.0.2.1/cb',
    'https://app.example.com/a@b',
    'http://localhost/cb',
    'http://localhost:3000',
    'http://127.0.0.1:1/cb',
    'http://[::1]/cb',
    `https://app.example.com/${'x'.repeat(2048 - 24)}`,
  ])('%s may be registered by every client', (uri) => {
    expect(redirectUriProblem(uri, 'confidential')).toBeNull();
    expect(redirectUriProblem(uri, 'public')).toBeNull();
  });

  it.each(['com.example.app:/cb', 'com.example.app://cb', 'com.example.app:cb'])('%s by public ones alone', (uri) => {
    expect(redirectUriProblem(uri, 'public')).toBeNull();
    expect(redirectUriProblem(uri, 'confidential')).toMatch(/https/);
  });

  it('a scheme without a dot by public ones, where the operator lists it', () => {
    expect(redirectUriProblem('cursor://app/cb', 'public', ['cursor'])).toBeNull();
    expect(redirectUriProblem('CURSOR:/cb', 'public', ['cursor'])).toBeNull();
    expect(redirectUriProblem('cursor://app/cb', 'public')).toMatch(/PRIVATE_USE_SCHEMES/);
    expect(redirectUriProblem('cursor://app/cb', 'confidential', ['cursor'])).toMatch(/https/);
  });

  it.each(['com.example.app:', 'com.example.app://', 'com.example.app:?a=b'])('%s names nothing', (uri) => {
    expect(redirectUriProblem(uri, 'public')).toMatch(/path or a host/);
  });

  it.each([
    ['', /printable/],
    ['/cb', /absolute/],
    ['//app.example.com/cb', /absolute/],
    ['app.example.com/cb', /absolute/],
    ['https:', /absolute/],
    ['https:app.example.com', /absolute/],
    ['https:/app.example.com', /absolute/],
    ['https:///app.example.com', /absolute/],
    ['https://', /absolute/],
    ['https://app.example.com:99999/', /absolute/],
    ['http://app.example.com/', /https/],
    ['http://127.0.0.2/', /https/],
    ['http://localhost.example.com/', /https/],
    ['http://127.0.0.1.example.com/', /https/],
    ['http://0.0.0.0/', /https/],
    ['ftp://app.example.com/', /https/],
    ['javascript:alert(1)', /https/],
    ['data:text/html,x', /https/],
    ['file:///etc/passwd', /https/],
    ['myapp:/cb', /https/],
    ['https://app.example.com/#', /fragment/],
    ['https://app.example.com/#x', /fragment/],
    ['https://user@app.example.com/', /user name/],
    ['https://user:password@app.example.com/', /user name/],
    ['https://@app.example.com/', /user name/],
    ['https://:@app.example.com/', /user name/],
    ['https://*.example.com/', /wildcard/],
    ['https://app.example.com/*', /wildcard/],
    ['https://app.example.com\\cb', /backslash/],
    ['https://app.example.com;evil.example/', /host of letters/],
    ['https://app.example.com,evil.example/', /host of letters/],
    ['https://app.example.com%3Bevil.example/', /host of letters/],
    ['https://app.example.com/a b', /printable/],
    [' https://app.example.com/', /printable/],
    ['https://app.example.com/\n', /printable/],
    ['https://app.example.com/é', /printable/],
    ['https://münchen.example.com/', /printable/],
    [`https://app.example.com/${'x'.repeat(2048 - 23)}`, /longer/],
  ])('%j may not', (uri, problem) => {
    expect(redirectUriProblem(uri, 'confidential')).toMatch(problem);
    expect(redirectUriProblem(uri, 'public')).toMatch(problem);
  });

  it.each(['code', 'state', 'iss', 'error', 'error_description', 'error_uri', 'session_state', 'response'])(
    'a query that holds %s may not: the server appends it',
    (name) => {
      for (const query of [
        `${name}=x`,
        `a=b&${name}`,
        `${name.replace('s', '%73').replace('o', '%6F').replace('e', '%65')}=`,
      ])
        expect(redirectUriProblem(`https://app.example.com/?${query}`, 'public')).toMatch(name);
      expect(redirectUriProblem(`https://app.example.com/?x${name}=${name}`, 'public')).toBeNull();
    },
  );
});

describe('isRegisteredRedirectUri', () => {
  const registered = [
    'https://app.example.com/cb',
    'http://127.0.0.1/cb',
    'http://[::1]:80/cb?a',
    'http://localhost/cb',
  ];
  const owner = (type: 'public' | 'confidential', loopbackAnyPort: boolean) => ({
    type,
    loopbackAnyPort,
    redirectUris: registered,
  });
  const OTHER_PORTS = [
    'http://127.0.0.1:8080/cb',
    'http://127.0.0.1:65535/cb',
    'http://[::1]/cb?a',
    'http://[::1]:1/cb?a',
    'http://localhost:8080/cb',
  ];

  it.each(registered)('%s equals one of them', (uri) => {
    expect(isRegisteredRedirectUri(uri, owner('confidential', false))).toBe(true);
  });

  it.each(OTHER_PORTS)('%s is taken with any port, of public clients that asked for it', (uri) => {
    expect(isRegisteredRedirectUri(uri, owner('public', true))).toBe(true);
    expect(isRegisteredRedirectUri(uri, owner('public', false))).toBe(false);
    expect(isRegisteredRedirectUri(uri, owner('confidential', true))).toBe(false);
  });

  it.each([
    'https://app.example.com:8443/cb',
    'http://localhost:8080/',
    'http://localhost:8080/cb/',
    'http://localhost/cb?a',
    'http://localhost:8080.evil.example.com/cb',
    'http://localhost.evil.example.com:8080/cb',
    'http://localhost:8080@evil.example.com/cb',
    'http://localhost@evil.example.com/cb',
    'http://user@localhost:8080/cb',
    'http://LOCALHOST:8080/cb',
    'http://localhost.:8080/cb',
    'http://localhost:0/cb',
    'http://localhost:/cb',
    'https://localhost:8080/cb',
    'https://localhost/cb',
    'http://127.0.0.1:8080/',
    'http://127.0.0.1:8080/cb/',
    'http://127.0.0.1:8080/cb?',
    'http://127.0.0.1:8080/cb#',
    'http://127.0.0.1:65536/cb',
    'http://127.0.0.1:0/cb',
    'http://127.0.0.1:/cb',
    'http://127.0.0.1:8080@evil.example.com/cb',
    'http://127.0.0.1:8080.evil.example.com/cb',
    'http://user@127.0.0.1:8080/cb',
    'http://127.1:8080/cb',
    'http://[0:0:0:0:0:0:0:1]:8080/cb?a',
    'https://127.0.0.1:8080/cb',
    '',
  ])('%j never', (uri) => expect(isRegisteredRedirectUri(uri, owner('public', true))).toBe(false));
});

describe('isRegisteredRedirectUri, of one host of loopback', () => {
  const HOSTS = ['http://localhost', 'http://127.0.0.1', 'http://[::1]'];

  it.each(HOSTS)('%s stands for no other', (own) => {
    const owner = { type: 'public', loopbackAnyPort: true, redirectUris: [`${own}/cb`] } as const;
    for (const host of HOSTS)
      for (const uri of [`${host}/cb`, `${host}:8080/cb`])
        expect([uri, isRegisteredRedirectUri(uri, owner)]).toEqual([uri, host === own]);
  });
});

describe('appendParameters', () => {
  it.each([
    ['https://a.example.com', 'https://a.example.com?x=1'],
    ['https://a.example.com/?', 'https://a.example.com/?x=1'],
    ['https://a.example.com/?a=b', 'https://a.example.com/?a=b&x=1'],
    ['https://a.example.com/?a=b&', 'https://a.example.com/?a=b&x=1'],
    ['https://A.example.com:443/%7e/../?q=%2F+', 'https://A.example.com:443/%7e/../?q=%2F+&x=1'],
    ['com.example.app:/cb', 'com.example.app:/cb?x=1'],
  ])('%s keeps its own text', (uri, expected) => expect(appendParameters(uri, { x: '1' })).toBe(expected));

  it('encodes values as encodeURIComponent does and leaves out what is not there', () => {
    const uri = appendParameters('https://a.example.com', { a: 'x y+&=é', b: null, c: undefined, d: '' });
    expect(uri).toBe('https://a.example.com?a=x%20y%2B%26%3D%C3%A9&d=');
  });
});

describe('describeRedirect', () => {
  it.each([
    ['https://app.example.com:8443/cb', { host: 'app.example.com:8443', isLoopback: false, isWeb: true }],
    ['http://localhost:3000/cb', { host: 'localhost:3000', isLoopback: true, isWeb: false }],
    // A host in a private-use URI is the sender's own text: the scheme decides who receives it.
    ['cursor://claude.ai/cb', { host: 'cursor:', isLoopback: false, isWeb: false }],
    ['com.example.app://localhost/cb', { host: 'com.example.app:', isLoopback: false, isWeb: false }],
    ['com.example.app:/cb', { host: 'com.example.app:', isLoopback: false, isWeb: false }],
  ])('%s', (uri, described) => expect(describeRedirect(uri)).toEqual(described));
});

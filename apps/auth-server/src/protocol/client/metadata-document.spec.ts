import type { ClientPolicy } from './problems';
import { documentLifetime, isDocumentUrl, isWithdrawn, parseMetadataDocument } from './metadata-document';
import { OAuthError } from '../oauth-error';

const POLICY: ClientPolicy = { scopes: ['read'], idTokenAlgs: ['RS256'], allowLoopback: false };
const URL_OF = 'https://client.example.com/oauth/metadata.json';
const METADATA = { client_id: URL_OF, client_name: 'Client', redirect_uris: ['https://client.example.com/cb'] };
const JSON_HEADERS = { 'content-type': 'application/json' };

describe('isDocumentUrl', () => {
  it.each([
    URL_OF,
    'https://client.example.com/',
    'https://client.example.com:8443/client',
    'https://client.example.com/client?version=1',
    'https://client.example.com/.well-known/client',
    'https://client.example.com/a...b/..c',
  ])('§3 %s is one', (url) => {
    expect(isDocumentUrl(url, false)).toBe(true);
  });

  it.each([
    ['http', 'http://client.example.com/client'],
    ['no path', 'https://client.example.com'],
    ['no path but a query', 'https://client.example.com?a/b'],
    ['a user', 'https://user@client.example.com/client'],
    ['a password', 'https://:secret@client.example.com/client'],
    ['an empty user', 'https://@client.example.com/client'],
    ['a fragment', 'https://client.example.com/client#a'],
    ['an empty fragment', 'https://client.example.com/client#'],
    ['a dot segment', 'https://client.example.com/./client'],
    ['two dots', 'https://client.example.com/a/../client'],
    ['two dots at the end', 'https://client.example.com/a/..'],
    ['encoded dots', 'https://client.example.com/%2e%2E/client'],
    ['half encoded dots', 'https://client.example.com/.%2e/client'],
    ['a backslash', 'https://client.example.com/a\\..\\client'],
    ['a space', 'https://client.example.com/a b'],
    ['other letters', 'https://client.example.com/ü'],
    ['another scheme', 'ftp://client.example.com/client'],
    ['loopback', 'http://localhost:3000/client'],
    ['a random identifier', 'a1b2c3'],
    ['nothing', ''],
    ['too much', `https://client.example.com/${'x'.repeat(2048)}`],
  ])('§3 %s: none', (_, url) => {
    expect(isDocumentUrl(url, false)).toBe(false);
  });

  it('§8.6 on loopback it may be http on loopback', () => {
    expect(isDocumentUrl('http://localhost:3000/client', true)).toBe(true);
    expect(isDocumentUrl('http://127.0.0.1:3000/client', true)).toBe(true);
    expect(isDocumentUrl('http://client.example.com/client', true)).toBe(false);
  });
});

describe('isWithdrawn', () => {
  it.each([
    [404, 'text/html', '', true],
    [410, undefined, '', true],
    [200, 'application/json', '{"client_id":"https://another.example.com/"}', true],
    [200, 'application/cimd+json; charset=utf-8', '{}', true],
    [200, 'text/html', '{}', false],
    [200, 'application/json', '<html>', false],
    [200, 'application/json', '[]', false],
    ...[204, 301, 302, 304, 400, 401, 403, 407, 429, 451, 500, 503].map(
      (status) => [status, 'application/json', '{}', false] as const,
    ),
  ] as const)('%i as %s, %j: %s', (status, type, body, expected) => {
    expect(isWithdrawn({ status, headers: { 'content-type': type }, body })).toBe(expected);
  });
});

describe('parseMetadataDocument', () => {
  const parse = (metadata: object, answered: object = {}) =>
    parseMetadataDocument(
      URL_OF,
      { status: 200, headers: JSON_HEADERS, body: JSON.stringify({ ...METADATA, ...metadata }), ...answered },
      POLICY,
    );
  const problemOf = (metadata: object, answered: object = {}) => {
    try {
      return parse(metadata, answered);
    } catch (error) {
      return error instanceof OAuthError && error.code === 'invalid_client' && error.status === 400
        ? error.description
        : error;
    }
  };

  it('§4 takes a public client that says the least', () => {
    expect(parse({})).toMatchObject({
      name: 'Client',
      type: 'public',
      tokenEndpointAuthMethod: 'none',
      redirectUris: METADATA.redirect_uris,
      requireClientAuthentication: false,
    });
  });

  it('§8.2 a client with keys proves itself whenever it calls', () => {
    const keyed = { token_endpoint_auth_method: 'private_key_jwt', jwks_uri: 'https://client.example.com/jwks' };
    expect(parse(keyed)).toMatchObject({ type: 'confidential', requireClientAuthentication: true });
  });

  it('is called by its host where it has no name', () => {
    for (const client_name of [undefined, null, '', ' ', '\u3164', '🚀'])
      expect(parse({ client_name })).toMatchObject({ name: 'client.example.com' });
    expect(parse({ client_name: '', redirect_uris: ['https://other.example.com/cb'] }).name).toBe('client.example.com');
  });

  it('RFC 7591 §3.2.1 redirect URIs that are not taken are left out: a document is written for many servers', () => {
    const uris = ['cursor://app/cb', ...METADATA.redirect_uris, 'http://client.example.com/cb'];
    expect(parse({ redirect_uris: uris })).toMatchObject({ redirectUris: METADATA.redirect_uris });
    expect(problemOf({ redirect_uris: [uris[0], uris[2]] })).toMatch(/is invalid: redirect_uris\[0\] must use https, /);
  });

  it.each(['application/json; charset=utf-8', 'Application/JSON', 'application/client-metadata+json'])(
    '§4 may be served as %s',
    (type) => {
      expect(parse({}, { headers: { 'content-type': type } })).toMatchObject({ name: 'Client' });
    },
  );

  it.each<[string, object, object, RegExp]>([
    ['§4 another client_id', { client_id: `${URL_OF}/` }, {}, /client_id that equals its URL/],
    ['§4 a client_id in other letters', { client_id: URL_OF.replace('client.', 'CLIENT.') }, {}, /equals its URL/],
    ['§4 a client_id that names the port', { client_id: URL_OF.replace('.com', '.com:443') }, {}, /equals its URL/],
    ['§4 no client_id', { client_id: undefined }, {}, /equals its URL/],
    [
      '§4.1 client_secret_basic',
      { token_endpoint_auth_method: 'client_secret_basic' },
      {},
      /must have none or private/,
    ],
    ['§4.1 client_secret_post', { token_endpoint_auth_method: 'client_secret_post' }, {}, /must have none or private/],
    ['§4.1 client_secret_jwt', { token_endpoint_auth_method: 'client_secret_jwt' }, {}, /is unknown/],
    ['§4.1 a secret', { client_secret: 'x' }, {}, /must not contain client_secret$/],
    ['§4.1 an expiry of a secret', { client_secret_expires_at: 0 }, {}, /must not contain client_secret_expires_at/],
    ['§4.1 a symmetric key', { jwks: { keys: [{ kty: 'oct', k: 'AA' }] } }, {}, /private or symmetric/],
    ['§4.2 no redirect URI', { redirect_uris: undefined }, {}, /redirect_uris must contain/],
    ['§4.2 a redirect URI by http', { redirect_uris: ['http://client.example.com/cb'] }, {}, /http only on localhost/],
    ['§5 201', {}, { status: 201 }, /returned 201/],
    ['§5 a redirect', {}, { status: 302 }, /returned 302/],
    ['§5 404', {}, { status: 404 }, /returned 404/],
    ['a page', {}, { headers: { 'content-type': 'text/html' } }, /must be served as application\/json/],
    ['no type', {}, { headers: {} }, /must be served as application\/json/],
    ['no JSON', {}, { body: '<html>' }, /is invalid: the body is not valid JSON/],
    ['a list', {}, { body: '[]' }, /is invalid: the body must be a JSON object/],
    ['a name that is none', { client_name: 7 }, {}, /is invalid: client_name must be a string/],
    ['what is not offered', { subject_type: 'pairwise' }, {}, /is invalid: subject_type may only be public here/],
    ['a script', { logo_uri: 'javascript:alert(1)' }, {}, /is invalid: logo_uri must be/],
  ])('refuses %s', (_, metadata, answered, problem) => {
    expect(problemOf(metadata, answered)).toMatch(problem);
  });
});

describe('documentLifetime', () => {
  const NOW = Date.parse('2026-01-01T00:00:00Z');
  const http = (ms: number) => new Date(NOW + ms).toUTCString();

  it.each<[string, Record<string, string>, number]>([
    ['nothing said: an hour', {}, 3600],
    ['max-age', { 'cache-control': 'public, max-age=600' }, 600],
    ['max-age in capitals and quotes', { 'cache-control': 'Max-Age="600"' }, 600],
    ['max-age less the age', { 'cache-control': 'max-age=600', age: '100' }, 500],
    ['no less than a minute', { 'cache-control': 'max-age=1' }, 60],
    ['older than it may be', { 'cache-control': 'max-age=600', age: '900' }, 60],
    ['no more than a day', { 'cache-control': 'max-age=31536000' }, 86_400],
    ['no-store', { 'cache-control': 'no-store' }, 60],
    ['no-cache beside max-age', { 'cache-control': 'max-age=600, no-cache' }, 60],
    ['s-maxage is for others', { 'cache-control': 's-maxage=60' }, 3600],
    ['max-age beside expires', { 'cache-control': 'max-age=600', expires: http(7_200_000) }, 600],
    ['expires', { expires: http(7_200_000) }, 7200],
    ['expires by the date of its server', { expires: http(7_200_000), date: http(3_600_000) }, 3600],
    ['expires that cannot be read', { expires: '0' }, 60],
    ['expires in the past', { expires: http(-1000) }, 60],
    ['what cannot be read', { 'cache-control': 'max-age=soon', age: 'x' }, 3600],
  ])('%s', (_, headers, seconds) => {
    expect(documentLifetime(headers, NOW)).toBe(seconds * 1000);
  });
});

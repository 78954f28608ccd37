import { readResources } from './resources-setting';

const resource = (name: string, scopes: string[]) => ({
  url: `https://${name}.example.com`,
  name,
  scopes: scopes.map((scope) => ({ name: scope, description: scope })),
});
const NOTES = resource('notes', ['read', 'write']);
const PHOTOS = resource('photos', ['see', 'print']);
const POLICY = { client: 'mcp', from: NOTES.url, scopes: { read: ['see'], write: ['see', 'print'] } };

function read(policies: unknown) {
  const problems: string[] = [];
  const text = JSON.stringify([NOTES, { ...PHOTOS, token_exchanges: policies }]);
  const own = { issuer: 'https://auth.example.com', insecureHosts: [] };
  const resources = readResources(text, own, (problem) => problems.push(problem));
  return { resources, problems };
}

describe('token_exchanges of a resource', () => {
  it('say which application may exchange tokens of which other resource, and for which scopes', () => {
    const { resources, problems } = read([POLICY, { ...POLICY, client: 'agent' }]);
    const scopes = new Map(Object.entries(POLICY.scopes));
    const tokenExchanges = [
      { ...POLICY, scopes },
      { ...POLICY, client: 'agent', scopes },
    ];
    expect({ resources, problems }).toEqual({ resources: [NOTES, { ...PHOTOS, tokenExchanges }], problems: [] });
  });

  it.each<[string, unknown, ...string[]]>([
    ['no list', {}, 'has token_exchanges that are not a list of {"client", "from", "scopes"}'],
    [
      'nothing in it',
      [{}],
      'token_exchanges 1 lacks "client"',
      'token_exchanges 1 lacks "from"',
      'token_exchanges 1 needs scopes: {"<scope of from>": ["<scope of this resource>"]}',
    ],
    [
      'an unknown member',
      [POLICY, { ...POLICY, client: 'agent', scope: 'x' }],
      'token_exchanges 2 has the unknown member "scope"; it may have "client", "from", "scopes"',
    ],
    [
      'every client',
      [{ ...POLICY, client: '*' }],
      'token_exchanges 1 has the client "*"; a policy names one client_id',
    ],
    [
      'an unknown resource',
      [{ ...POLICY, from: `${NOTES.url}/` }],
      'token_exchanges 1 has the from "https://notes.example.com/", which is not a url in this file',
    ],
    [
      'its own resource',
      [{ ...POLICY, from: PHOTOS.url, scopes: { see: ['print'] } }],
      'token_exchanges 1 has its own resource as from; token_exchange_clients allows such exchanges',
    ],
    [
      'no scope',
      [{ ...POLICY, scopes: {} }],
      'token_exchanges 1 needs scopes: {"<scope of from>": ["<scope of this resource>"]}',
    ],
    [
      'a scope for nothing, and one for no list',
      [{ ...POLICY, scopes: { read: [], write: 'see' } }],
      'token_exchanges 1 needs a list of scopes for "read"',
      'token_exchanges 1 needs a list of scopes for "write"',
    ],
    [
      'scopes of the wrong side',
      [{ ...POLICY, scopes: { see: ['read'] } }],
      'token_exchanges 1 has the scope "see", which is not a scope of https://notes.example.com',
      'token_exchanges 1 has the scope "read", which is not a scope of https://photos.example.com',
    ],
    [
      'identity scopes',
      [{ ...POLICY, scopes: { openid: ['email'] } }],
      'token_exchanges 1 has the scope "openid": scopes of OpenID Connect are not exchanged',
      'token_exchanges 1 has the scope "email": scopes of OpenID Connect are not exchanged',
    ],
    [
      'a scope twice',
      [{ ...POLICY, scopes: { read: ['see', 'see'] } }],
      'token_exchanges 1 names the scope "see" more than once',
    ],
    [
      'a pair twice',
      [POLICY, POLICY],
      'names the token exchange of "mcp from https://notes.example.com" more than once',
    ],
  ])('with %s are refused', (_, policies, ...problems) => {
    expect(read(policies).problems).toEqual(problems.map((problem) => `entry 2 ${problem}`));
  });
});

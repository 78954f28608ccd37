import { type Resource } from '../request/scope';
import { allowedClaims, areClaimsGiven, listedClaims } from './claims-audience';
import { claimNameProblem, claimProblem } from './own-claims';
import { LONGEST_ANSWER, addMapped, claimsLeft, parseClaimsAnswer } from './own-claims-answer';

const LISTED = new Set(['tenant', 'https://example.com/tenant']);

describe('a claim of the team', () => {
  it.each<[string, unknown]>([
    ['roles', ['admin', 'writer']],
    ['groups', []],
    ['entitlements', ['a b']],
    ['org_id', 'acme'],
    ['tenant', { id: 7, tags: [null, 1.5, true] }],
    ['https://example.com/anything', ''],
    ['urn:example:tenant', 0],
    ['example.com/tenant', false],
  ])('may be %s: %j', (name, value) => {
    expect(claimProblem(name, value, LISTED)).toBeNull();
  });

  it.each<[string, unknown, RegExp]>([
    ['roles', 'admin', /list of non-empty strings/],
    ['roles', ['admin', 7], /list of non-empty strings/],
    ['groups', [''], /list of non-empty strings/],
    ['entitlements', { a: 1 }, /list of non-empty strings/],
    ['org_id', 7, /must be a non-empty string/],
    ['org_id', '', /must be a non-empty string/],
    ['role', ['admin'], /is not known: use roles, groups, entitlements, org_id, a namespaced name/],
    ['tenants', 'acme', /is not known/],
    ['constructor', 'acme', /is not known/],
    ['__proto__', {}, /is reserved/],
    [':', 'acme', /is not known/],
    ['a:', 'acme', /is not known/],
    ['tenant', null, /null: omit it/],
    ['roles', null, /list of non-empty strings/],
    ['', 'x', /not a valid claim name/],
    ['a tenant:x', 'x', /not a valid claim name/],
    ['grüße:x', 'x', /not a valid claim name/],
    [`x:${'y'.repeat(127)}`, 'x', /not a valid claim name/],
  ])('is not %j: %j', (name, value, problem) => {
    expect(claimProblem(name, value, LISTED)).toMatch(problem);
  });

  it.each(
    `iss sub aud exp nbf iat jti client_id scope auth_time acr amr nonce at_hash c_hash azp sid cnf act may_act fam ge rv gc
    authorization_details typ token_use status events name email email_verified active username token_type`.split(
      /\s+/,
    ),
  )('never touches %s, listed or not', (name) => {
    expect(claimProblem(name, ['x'], new Set([name]))).toMatch(/reserved/);
    expect(claimNameProblem(name)).toMatch(/reserved/);
  });
});

describe('an answer of a claims source', () => {
  const parse = (answer: unknown) => parseClaimsAnswer(JSON.stringify(answer), LISTED);

  it('has claims for each place, and for how long', () => {
    const [roles, groups] = [['admin'], ['staff']];
    expect(parse({ access_token: { roles }, id_token: { groups }, userinfo: { tenant: 1 }, max_age: 7 })).toEqual({
      claims: { accessToken: { roles }, idToken: { groups }, userinfo: { tenant: 1 } },
      maxAge: 7,
    });
  });

  it.each([
    [{}, 60],
    [{ max_age: 0 }, 0],
    [{ max_age: 300 }, 300],
    [{ max_age: 86_400 }, 300],
  ])('%j without claims is used for %i seconds', (answer, maxAge) => {
    expect(parse(answer)).toEqual({ claims: { accessToken: {}, idToken: {}, userinfo: {} }, maxAge });
  });

  it.each<[string, unknown, RegExp]>([
    ['a list', [], /not a JSON object/],
    ['null', null, /not a JSON object/],
    ['a text', 'roles', /not a JSON object/],
    ['a misspelled member', { access_tokens: {} }, /other than access_token, id_token, userinfo, max_age/],
    ['claims outside of a place', { roles: ['admin'] }, /other than access_token/],
    ['claims that are a list', { access_token: ['admin'] }, /access_token is not a JSON object/],
    ['no claims', { userinfo: null }, /userinfo is not a JSON object/],
    ['a reserved claim', { access_token: { sub: 'eve' } }, /access_token: "sub" is reserved/],
    ['a prototype', JSON.parse('{"access_token":{"__proto__":{"roles":["x"]}}}'), /"__proto__" is reserved/],
    ['an ID token with a nonce', { id_token: { nonce: 'n' } }, /id_token: "nonce" is reserved/],
    ['userinfo of another', { userinfo: { email: 'e@example.com' } }, /userinfo: "email" is reserved/],
    ['a name that is none', { userinfo: { [`\n${'x'.repeat(99)}`]: 1 } }, /"\\nx{19}…" is not a valid claim name/],
    ['too much for a header', { access_token: { 'x:y': 'ü'.repeat(2_044) } }, /access_token: .*4096 bytes/],
    ['too much for userinfo', { userinfo: { 'x:y': 'x'.repeat(32_768) } }, /userinfo: .*32768 bytes/],
    ['a negative age', { max_age: -1 }, /max_age/],
    ['half an age', { max_age: 0.5 }, /max_age/],
    ['an age as a text', { max_age: '60' }, /max_age/],
  ])('is not %s', (_, answer, problem) => {
    expect(() => parse(answer)).toThrow(problem);
  });

  it('names no value in its problems', () => {
    expect(() => parse({ access_token: { roles: 'a-secret-role' } })).toThrow(
      /^access_token: "roles" must be a list of non-empty strings$/,
    );
  });

  it.each([
    ['nothing', '', /not JSON/],
    ['half of it', '{"access_token":', /not JSON/],
    ['a page', '<html>', /not JSON/],
    ['without end', ' '.repeat(LONGEST_ANSWER + 1), /longer/],
  ])('is not %s', (_, text, problem) => {
    expect(() => parseClaimsAnswer(text, LISTED)).toThrow(problem);
  });

  it('fills 4,096 bytes of an access token, and no more beside what is mapped', () => {
    const most = { 'x:y': 'x'.repeat(4_086) };
    const { claims } = parse({ access_token: most });
    expect(claims.accessToken).toEqual(most);
    expect(() => addMapped(claims, { org_id: 'acme' }, LISTED)).toThrow(/4096 bytes/);
  });
});

it('claims of a trusted issuer hold where the source says nothing of them', () => {
  const claims = { accessToken: { roles: ['admin'] }, idToken: {}, userinfo: {} };
  const mapped = { roles: ['guest'], tenant: 7 };
  const tenant = 7;
  expect(addMapped(claims, mapped, LISTED)).toEqual({
    accessToken: { roles: ['admin'], tenant },
    idToken: mapped,
    userinfo: mapped,
  });
  expect(() => addMapped(claims, { roles: 'guest' }, LISTED)).toThrow(/list of non-empty strings/);
});

describe('the applications that get them', () => {
  const scopes = [
    { name: 'read', description: '' },
    { name: 'roles', description: '', claims: ['roles', 'org_id'] },
    { name: 'groups', description: '', claims: ['groups'] },
  ];
  const RESOURCES: Resource[] = [
    { url: 'https://a', name: 'A', scopes, firstPartyClients: ['own'] },
    { url: 'https://b', name: 'B', scopes: [{ name: 'b', description: '' }], firstPartyClients: '*' },
    { url: 'https://c', name: 'C', scopes: [{ name: 'c', description: '' }] },
  ];

  it.each<[string, string, string[], unknown]>([
    ['own', 'https://a', ['read'], 'all'],
    ['other', 'https://a', ['read'], new Set()],
    ['other', 'https://a', ['read', 'roles'], new Set(['roles', 'org_id'])],
    ['other', 'https://a', ['roles', 'groups'], new Set(['roles', 'org_id', 'groups'])],
    ['other', 'https://b', [], 'all'],
    // A scope opens what it names at its own resource alone.
    ['own', 'https://c', ['c', 'roles'], new Set()],
    ['own', 'https://issuer', ['openid'], 'all'],
    ['other', 'https://issuer', ['openid', 'roles'], new Set()],
  ])('%s at %s with %j', (clientId, resource, scope, allowed) => {
    expect(allowedClaims({ clientId, resource, scope }, RESOURCES)).toEqual(allowed);
  });

  it('get no other claims', () => {
    const all = { roles: ['admin'], groups: ['staff'] };
    const claims = { accessToken: all, idToken: all, userinfo: all };
    const left = { roles: ['admin'] };
    expect(claimsLeft(claims, (name) => name === 'roles')).toEqual({
      accessToken: left,
      idToken: left,
      userinfo: left,
    });
  });

  it('may have what scopes and trusted issuers list', () => {
    expect(listedClaims(RESOURCES, ['tenant'])).toEqual(new Set(['roles', 'org_id', 'groups', 'tenant']));
  });

  it.each<[boolean, Partial<Resource>]>([
    [false, {}],
    [false, { firstPartyClients: [], scopes: [{ name: 'a', description: '', claims: [] }] }],
    [true, { firstPartyClients: '*' }],
    [true, { firstPartyClients: ['own'] }],
    [true, { scopes }],
  ])('are there: %s, with %j', (areGiven, more) => {
    const plain = { url: 'https://a', name: 'A', scopes: [{ name: 'a', description: '' }] };
    expect(areClaimsGiven([plain, { ...plain, ...more }])).toBe(areGiven);
  });
});

import type { AccessTokenClaims, Actor } from './access-token-claims';
import type { Resource } from '../request/scope';
import {
  ACCESS_TOKEN_TYPE,
  type ExchangeParameters,
  type Exchanger,
  type TokenExchange,
  exchangeToken,
  parseTokenExchange,
} from './token-exchange';

const JWT_TYPE = 'urn:ietf:params:oauth:token-type:jwt';
const NOTES = 'https://notes.example.com';
const PHOTOS = 'https://photos.example.com';
const resourceOf = (url: string, scopes: string[]): Resource => ({
  ...{ url, name: url },
  scopes: scopes.map((name) => ({ name, description: name })),
});
const BY_PRINTER = { client: 'printer', from: NOTES };
const RESOURCES: Resource[] = [
  { ...resourceOf(NOTES, ['read', 'write', 'burn']), tokenExchangeClients: ['printer'] },
  {
    ...resourceOf(PHOTOS, ['see', 'print', 'delete', 'frame']),
    tokenExchanges: [
      { client: 'agent', from: NOTES, scopes: new Map([['read', ['delete']]]) },
      { ...BY_PRINTER, from: 'https://files.example.com', scopes: new Map([['read', ['delete']]]) },
      {
        ...BY_PRINTER,
        scopes: new Map([
          ['read', ['see']],
          ['write', ['print', 'see']],
          ['burn', ['delete']],
        ]),
      },
    ],
  },
];
const codeOf = (code: string) => expect.objectContaining({ code }) as Error;

describe('parseTokenExchange', () => {
  const REQUEST = { subject_token: 'subject', subject_token_type: ACCESS_TOKEN_TYPE };
  const actor = { actor_token: 'actor', actor_token_type: JWT_TYPE };

  it('reads the least there is', () => {
    expect(parseTokenExchange(REQUEST)).toEqual({
      subjectToken: 'subject',
      actorToken: null,
      issuedTokenType: ACCESS_TOKEN_TYPE,
      audience: null,
      scope: null,
    });
  });

  it.each<[ExchangeParameters, Partial<TokenExchange>]>([
    [{ subject_token_type: JWT_TYPE }, {}],
    [actor, { actorToken: 'actor' }],
    [{ requested_token_type: JWT_TYPE }, { issuedTokenType: JWT_TYPE }],
    [{ resource: NOTES }, { audience: NOTES }],
    [{ audience: NOTES }, { audience: NOTES }],
    [{ audience: `${NOTES} ${NOTES}`, resource: NOTES }, { audience: NOTES }],
    [{ audience: `${NOTES}/`, resource: `${NOTES}/` }, { audience: NOTES }],
    [{ audience: `${NOTES}/mcp/` }, { audience: `${NOTES}/mcp/` }],
    [{ audience: 'name' }, { audience: 'name' }],
    [{ scope: 'b a b' }, { scope: ['b', 'a'] }],
  ])('%j', (more, expected) => {
    expect(parseTokenExchange({ ...REQUEST, ...more })).toMatchObject(expected);
  });

  it.each([
    ['no subject token', { subject_token_type: ACCESS_TOKEN_TYPE }, 'invalid_request'],
    ['no type of it', { subject_token: 'subject' }, 'invalid_request'],
    ['another type', { ...REQUEST, subject_token_type: 'urn:ietf:params:oauth:token-type:saml2' }, 'invalid_request'],
    ['an actor token without type', { ...REQUEST, actor_token: 'actor' }, 'invalid_request'],
    ['a type without actor token', { ...REQUEST, actor_token_type: JWT_TYPE }, 'invalid_request'],
    ['an actor token of another type', { ...REQUEST, ...actor, actor_token_type: 'jwt' }, 'invalid_request'],
    [
      'a refresh token asked for',
      { ...REQUEST, requested_token_type: 'urn:ietf:params:oauth:token-type:refresh_token' },
      'invalid_request',
    ],
    ['two audiences', { ...REQUEST, audience: 'a b' }, 'invalid_target'],
    ['a resource and another audience', { ...REQUEST, resource: NOTES, audience: 'b' }, 'invalid_target'],
    ['a resource that is no URI', { ...REQUEST, resource: 'notes' }, 'invalid_target'],
  ])('%s is refused', (_, parameters, code) => {
    expect(() => parseTokenExchange(parameters)).toThrow(codeOf(code));
  });
});

describe('exchangeToken', () => {
  const SUBJECT: AccessTokenClaims = {
    iss: 'https://auth.example.com',
    sub: 'ada',
    aud: NOTES,
    client_id: 'diary',
    scope: 'read write',
    iat: 1_000,
    exp: 2_000,
    jti: 'one',
    fam: 'a family',
    auth_time: 900,
    acr: 'password',
  };
  const ACTOR: AccessTokenClaims = {
    ...{ iss: SUBJECT.iss, aud: NOTES, scope: 'read', iat: 1_000, jti: 'two' },
    sub: 'eve',
    client_id: 'printer',
    exp: 1_500,
  };
  const EXCHANGE = parseTokenExchange({ subject_token: 'x', subject_token_type: ACCESS_TOKEN_TYPE });
  const WITH_ACTOR = { ...EXCHANGE, actorToken: 'y' };
  const EXCHANGER: Exchanger = { clientId: 'printer', scopes: null };
  const exchange = (
    asked: Partial<TokenExchange> = {},
    subject: AccessTokenClaims | null = SUBJECT,
    exchanger = EXCHANGER,
  ) => exchangeToken({ ...EXCHANGE, ...asked }, { subject, actor: null }, exchanger, RESOURCES);

  it('keeps the subject, its audience, family and sign-in, and says who acts', () => {
    expect(exchange()).toEqual({
      subject: 'ada',
      audience: NOTES,
      scope: ['read', 'write'],
      familyId: 'a family',
      grantEpoch: 0,
      reissues: 0,
      grantClientId: 'diary',
      authTime: 900_000,
      acr: 'password',
      actor: { sub: 'printer', client_id: 'printer' },
      notAfter: 2_000,
    });
  });

  it('keeps the counters of the grant, and its client through any number of exchanges', () => {
    const once = exchange({}, { ...SUBJECT, ge: 2, rv: 3 });
    expect(once).toMatchObject({ grantEpoch: 2, reissues: 3, grantClientId: 'diary' });
    const twice = exchange({}, { ...SUBJECT, ge: 2, rv: 3, client_id: 'printer', gc: 'diary' });
    expect(twice).toMatchObject({ grantEpoch: 2, reissues: 3, grantClientId: 'diary' });
  });

  it('of a token without account or sign-in invents none', () => {
    const { iss, sub, aud, client_id, scope, iat, exp, jti } = SUBJECT;
    const bare = { iss, sub, aud, client_id, scope, iat, exp, jti };
    expect(exchange({}, bare)).toMatchObject({ familyId: null, authTime: null, acr: null });
  });

  it('with an actor token names its subject, and ends with the first of the two', () => {
    const { actor, notAfter } = exchangeToken(WITH_ACTOR, { subject: SUBJECT, actor: ACTOR }, EXCHANGER, RESOURCES);
    expect({ actor, notAfter }).toEqual({ actor: { sub: 'eve', client_id: 'printer' }, notAfter: 1_500 });
  });

  it('keeps the chain of those who acted before (RFC 8693 §4.1)', () => {
    const act = { sub: 'mail', client_id: 'mail', act: { sub: 'eve', client_id: 'archive' } };
    expect(exchange({}, { ...SUBJECT, act }).actor).toEqual({ sub: 'printer', client_id: 'printer', act });
  });

  it('names ten actors at most', () => {
    const chain = (actors: number): Actor =>
      actors === 1 ? { sub: 'a', client_id: 'a' } : { sub: 'a', client_id: 'a', act: chain(actors - 1) };
    expect(exchange({}, { ...SUBJECT, act: chain(9) }).actor).toMatchObject({ sub: 'printer', act: chain(9) });
    expect(() => exchange({}, { ...SUBJECT, act: chain(10) })).toThrow(codeOf('invalid_request'));
  });

  it.each([
    [null, ['write', 'read'], ['read', 'write']],
    [null, ['write'], ['write']],
    [['read'], ['write', 'read'], ['read']],
  ])('asked for %j with %j allowed gives %j', (scope, scopes, given) => {
    expect(exchange({ scope }, SUBJECT, { ...EXCHANGER, scopes }).scope).toEqual(given);
  });

  it.each([
    ['more than the subject token has', ['read', 'burn'], ['read', 'burn']],
    ['what the client may not have', ['read', 'write'], ['read']],
    ['nothing that the client may have', null, ['burn']],
    ['nothing', [], ['read']],
  ])('%s is invalid_scope', (_, scope, scopes) => {
    expect(() => exchange({ scope }, SUBJECT, { ...EXCHANGER, scopes })).toThrow(codeOf('invalid_scope'));
  });

  it('at its own resource the client must be listed, whatever policies name it', () => {
    expect(exchange({ audience: NOTES }).audience).toBe(NOTES);
    const agent = { ...EXCHANGER, clientId: 'agent' };
    expect(() => exchange({}, SUBJECT, agent)).toThrow(codeOf('unauthorized_client'));
    expect(() => exchange({}, { ...SUBJECT, aud: PHOTOS, scope: 'see' })).toThrow(codeOf('unauthorized_client'));
  });

  describe('for another resource, by policy', () => {
    const atPhotos = (scope: string[] | null, more: Partial<AccessTokenClaims> = {}, scopes: string[] | null = null) =>
      exchange({ audience: PHOTOS, scope }, { ...SUBJECT, ...more }, { clientId: 'printer', scopes });

    it('keeps all but audience and scope, also what ends it', () => {
      const act = { sub: 'mail', client_id: 'mail' };
      const claims = { ge: 2, rv: 3, act };
      expect(atPhotos(null, claims)).toEqual({
        ...exchange({}, { ...SUBJECT, ...claims }),
        audience: PHOTOS,
        scope: ['see', 'print'],
      });
    });

    it.each<[string | null, string, string[] | null, string[]]>([
      [null, 'read', null, ['see']],
      [null, 'write read', null, ['print', 'see']],
      ['see', 'read write', null, ['see']],
      [null, 'read write', ['see'], ['see']],
      [null, 'openid email read', null, ['see']],
      [null, 'read unknown', null, ['see']],
    ])('asked for %j, held %j, allowed %j: %j', (scope, held, scopes, given) => {
      expect(atPhotos(scope === null ? null : [scope], { scope: held }, scopes).scope).toEqual(given);
    });

    it.each<[string, string, string, string[] | null]>([
      ['what no held scope gives', 'print', 'read', null],
      ['what no scope gives', 'frame', 'read write burn', null],
      ["what another client's policy gives", 'delete', 'read write', null],
      ['a scope of the subject token', 'read', 'read', null],
      ['an identity scope that is held', 'openid', 'openid read', null],
      ['what the client may not use', 'print', 'write', ['see']],
      ['nothing that the client may use', '', 'read', ['print']],
      ['anything, for a scope that gives nothing', '', 'openid', null],
      ['anything, for authorization details alone', '', '', null],
    ])('%s is invalid_scope', (_, scope, held, scopes) => {
      expect(() => atPhotos(scope === '' ? null : [scope], { scope: held }, scopes)).toThrow(codeOf('invalid_scope'));
    });

    it.each([
      ['a client without one', NOTES, PHOTOS, 'eve'],
      ['tokens of a resource without one', 'https://mail.example.com', PHOTOS, 'printer'],
      ['tokens of the auth server', 'https://auth.example.com', PHOTOS, 'printer'],
      ['back again', PHOTOS, NOTES, 'printer'],
      ['an unknown resource', NOTES, 'https://mail.example.com', 'printer'],
      ['no URL', NOTES, 'Photos', 'printer'],
    ])('there is none for %s', (_, aud, audience, clientId) => {
      const ask = () => exchange({ audience }, { ...SUBJECT, aud }, { clientId, scopes: null });
      const description = `RESOURCES_FILE does not let ${clientId} exchange tokens of ${aud} for tokens of that resource: only the operator can allow it`;
      expect(ask).toThrow(expect.objectContaining({ code: 'invalid_target', description }) as Error);
    });

    it('is refused of a token that is bound to a key', () => {
      expect(() => atPhotos(null, { cnf: { jkt: 'x' } })).toThrow(codeOf('invalid_request'));
    });
  });

  it.each([
    ['is not good', null],
    ['is bound to a key', { ...SUBJECT, cnf: { jkt: 'x' } }],
  ])('a subject token that %s is invalid_request', (_, subject) => {
    expect(() => exchange({}, subject)).toThrow(codeOf('invalid_request'));
  });

  it.each([
    ['is not good', null],
    ['is bound to a key', { ...ACTOR, cnf: { jkt: 'x' } }],
    ['was issued to another client', { ...ACTOR, client_id: 'diary' }],
    ['acts for another itself', { ...ACTOR, act: { sub: 'x', client_id: 'x' } }],
  ])('an actor token that %s is invalid_request', (_, actor) => {
    const tokens = { subject: SUBJECT, actor };
    expect(() => exchangeToken(WITH_ACTOR, tokens, EXCHANGER, RESOURCES)).toThrow(codeOf('invalid_request'));
  });
});

import type { AccessTokenClaims } from './access-token-claims';
import {
  ACCESS_TOKEN_TYPE,
  type ExchangeParameters,
  type TokenExchange,
  exchangeToken,
  parseTokenExchange,
} from './token-exchange';

const JWT_TYPE = 'urn:ietf:params:oauth:token-type:jwt';
const NOTES = 'https://notes.example.com';
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
  const EXCHANGER = { clientId: 'printer', allowed: ['read', 'write', 'burn'] };
  const exchange = (
    asked: Partial<TokenExchange> = {},
    subject: AccessTokenClaims | null = SUBJECT,
    exchanger = EXCHANGER,
  ) => exchangeToken({ ...EXCHANGE, ...asked }, { subject, actor: null }, exchanger);

  it('keeps the subject, its audience, family and sign-in, and says who acts', () => {
    expect(exchange()).toEqual({
      subject: 'ada',
      audience: NOTES,
      scope: ['read', 'write'],
      familyId: 'a family',
      authTime: 900_000,
      acr: 'password',
      actor: { sub: 'printer', client_id: 'printer' },
      notAfter: 2_000,
    });
  });

  it('of a token without account or sign-in invents none', () => {
    const { iss, sub, aud, client_id, scope, iat, exp, jti } = SUBJECT;
    const bare = { iss, sub, aud, client_id, scope, iat, exp, jti };
    expect(exchange({}, bare)).toMatchObject({ familyId: null, authTime: null, acr: null });
  });

  it('with an actor token names its subject, and ends with the first of the two', () => {
    const { actor, notAfter } = exchangeToken(WITH_ACTOR, { subject: SUBJECT, actor: ACTOR }, EXCHANGER);
    expect({ actor, notAfter }).toEqual({ actor: { sub: 'eve', client_id: 'printer' }, notAfter: 1_500 });
  });

  it('keeps the chain of those who acted before (RFC 8693 §4.1)', () => {
    const act = { sub: 'mail', act: { sub: 'archive' } };
    expect(exchange({}, { ...SUBJECT, act }).actor).toEqual({ sub: 'printer', client_id: 'printer', act });
  });

  it.each([
    [null, ['write', 'read'], ['read', 'write']],
    [null, ['write'], ['write']],
    [['read'], ['write', 'read'], ['read']],
  ])('asked for %j with %j allowed gives %j', (scope, allowed, given) => {
    expect(exchange({ scope }, SUBJECT, { ...EXCHANGER, allowed }).scope).toEqual(given);
  });

  it.each([
    ['more than the subject token has', ['read', 'burn'], ['read', 'burn']],
    ['what the client may not have', ['read', 'write'], ['read']],
    ['nothing that the client may have', null, ['burn']],
    ['nothing', [], ['read']],
  ])('%s is invalid_scope', (_, scope, allowed) => {
    expect(() => exchange({ scope }, SUBJECT, { ...EXCHANGER, allowed })).toThrow(codeOf('invalid_scope'));
  });

  it('another audience is invalid_target, its own is not', () => {
    expect(exchange({ audience: NOTES }).audience).toBe(NOTES);
    expect(() => exchange({ audience: 'https://photos.example.com' })).toThrow(codeOf('invalid_target'));
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
    ['acts for another itself', { ...ACTOR, act: { sub: 'x' } }],
  ])('an actor token that %s is invalid_request', (_, actor) => {
    expect(() => exchangeToken(WITH_ACTOR, { subject: SUBJECT, actor }, EXCHANGER)).toThrow(codeOf('invalid_request'));
  });
});

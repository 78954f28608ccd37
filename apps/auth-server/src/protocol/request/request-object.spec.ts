import { type RequestObjectRules, parseRequestObject } from './request-object';
import { rulesOf } from '../client/security-profile';

const NOW = 1_700_000_000_000;
const SECONDS = NOW / 1000;
const issuer = 'https://auth.example.com';
const GOOD = { iss: 'id', aud: issuer, client_id: 'id', response_type: 'code' };

const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url');
const RECEIPT = { clientId: 'id', issuer, now: NOW };
const RULES: RequestObjectRules = { requestObjectSigningAlg: null, rules: rulesOf(null) };
const read = (claims: object, header: object = {}, rules = RULES) =>
  parseRequestObject(`${encode({ alg: 'ES256', ...header })}.${encode({ ...GOOD, ...claims })}.c2ln`, RECEIPT, rules);

describe('parseRequestObject', () => {
  it('gives the known parameters alone', () => {
    const claims = { exp: SECONDS + 60, jti: 'one', state: 's', scope: '', unknown: 'x', nonce: null };
    expect(read(claims)).toEqual({ client_id: 'id', response_type: 'code', state: 's' });
  });

  it('takes numbers and lists as what they are', () => {
    const claims = { max_age: 60, resource: ['https://a.example', 'https://b.example'] };
    expect(read(claims)).toMatchObject({ max_age: '60', resource: 'https://a.example https://b.example' });
  });

  it.each([undefined, 'oauth-authz-req+jwt', 'application/oauth-authz-req+jwt', 'JWT', 'jwt'])(
    'may be called %s',
    (typ) => expect(read({}, { typ })).toMatchObject({ client_id: 'id' }),
  );

  it.each([
    ['the last moment of its life', { exp: SECONDS + 0.001 }],
    ['an nbf within the leeway', { nbf: SECONDS + 60 }],
    ['a list that holds this server', { aud: ['https://other.example.com', issuer] }],
  ])('takes %s', (_, claims) => expect(read(claims)).toMatchObject({ client_id: 'id' }));

  it('a stricter rule wants this server alone', () => {
    const strict = { ...RULES, rules: rulesOf('fapi2') };
    for (const aud of [issuer, [issuer]]) expect(read({ aud }, {}, strict)).toMatchObject({ client_id: 'id' });
    expect(() => read({ aud: [issuer, 'https://other.example.com'] }, {}, strict)).toThrow(
      `its aud must be ${issuer} only`,
    );
  });

  it('an application with a registered alg signs by that alone', () => {
    const rules = { ...RULES, requestObjectSigningAlg: 'PS256' };
    expect(read({}, { alg: 'PS256' }, rules)).toMatchObject({ client_id: 'id' });
    expect(() => read({}, { alg: 'RS256' }, rules)).toThrow('its alg must be PS256, the request_object_signing_alg');
  });

  const refused: [string, object, object?][] = [
    ['another typ', {}, { typ: 'at+jwt' }],
    ['the typ of an assertion', {}, { typ: 'client-authentication+jwt' }],
    ['what must be understood', {}, { crit: ['b64'], b64: false }],
    ['no iss', { iss: undefined }],
    ['another iss', { iss: 'other' }],
    ['no client_id', { client_id: undefined }],
    ['another client_id', { client_id: 'other' }],
    ['no aud', { aud: undefined }],
    ['another aud', { aud: 'https://other.example.com' }],
    ['a list of others', { aud: ['https://other.example.com', `${issuer}/`] }],
    ['a list in a list', { aud: [[issuer]] }],
    ['the typ of a proof', {}, { typ: 'dpop+jwt' }],
    ['what could be taken for an assertion', { sub: 'id' }],
    ['request inside', { request: 'x' }],
    ['request_uri inside', { request_uri: 'x' }],
    ['the moment of its expiry', { exp: SECONDS }],
    ['an exp that is no number', { exp: 'soon' }],
    ['an nbf to come', { nbf: SECONDS + 61 }],
    ['a parameter that is no text', { state: 1 }],
    ['a parameter that is an object', { scope: {} }],
    ['half of a surrogate pair', { state: '\ud800' }],
  ];
  it.each(refused)('refuses %s', (_, claims, header = {}) => {
    expect(() => read(claims, header)).toThrow('invalid_request_object');
  });

  it.each(['text', 'a.b.c.d.e', `${encode({ alg: 'ES256' })}.${encode([])}.c2ln`])('%s is none', (text) => {
    expect(() => parseRequestObject(text, RECEIPT, RULES)).toThrow('invalid_request_object');
  });

  it('authorization details stand in it as what they are', () => {
    const details = [{ type: 'note', id: '7' }];
    expect(read({ authorization_details: details })).toMatchObject({ authorization_details: JSON.stringify(details) });
  });

  it('what is nested without end is refused', () => {
    const claims = JSON.stringify(GOOD).replace(
      '}',
      `,"authorization_details":${'['.repeat(12_000)}${']'.repeat(12_000)}}`,
    );
    const text = `${encode({ alg: 'ES256' })}.${Buffer.from(claims).toString('base64url')}.c2ln`;
    const refusal = /invalid_request_object|longer than/;
    expect(() => parseRequestObject(text, RECEIPT, RULES)).toThrow(refusal);
  });

  it('a parameter inside is no longer than one outside', () => {
    expect(() => read({ state: 'x'.repeat(2049) })).toThrow('longer than 2048');
  });
});

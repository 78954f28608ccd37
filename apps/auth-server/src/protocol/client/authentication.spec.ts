import { JWT_BEARER } from './assertion';
import { authenticateClient, getKeyedClient, parsePresentedClient } from './authentication';
import { hashToken } from '../token/opaque-secret';

const refusal = (members: object) => expect.objectContaining(members) as Error;

const basic = (text: string) => `Basic ${Buffer.from(text).toString('base64')}`;

describe('parsePresentedClient', () => {
  it('reads the example of RFC 6749 §2.3.1', () => {
    expect(parsePresentedClient('Basic czZCaGRSa3F0MzpnWDFmQmF0M2JW', {})).toEqual({
      clientId: 's6BhdRkqt3',
      secret: 'gX1fBat3bV',
      assertion: null,
      viaBasic: true,
    });
  });

  it('decodes both halves as a form would (RFC 6749 Appendix B)', () => {
    const header = basic('+%25%26%2B%C2%A3%E2%82%AC:a+b%3Ac');
    expect(parsePresentedClient(header, {})).toMatchObject({ clientId: ' %&+£€', secret: 'a b:c' });
  });

  it.each([
    [
      'an id with a colon in the secret',
      basic('id:a:b'),
      { clientId: 'id', secret: 'a:b', assertion: null, viaBasic: true },
    ],
    ['an empty secret', basic('id:'), { clientId: 'id', secret: undefined, assertion: null, viaBasic: true }],
    [
      'the scheme in any case',
      basic('id:s').replace('Basic', 'bAsIc'),
      { clientId: 'id', secret: 's', assertion: null, viaBasic: true },
    ],
  ])('%s', (_, header, expected) => expect(parsePresentedClient(header, {})).toEqual(expected));

  it('reads parameters', () => {
    expect(parsePresentedClient(undefined, { client_id: 'id', client_secret: 's' })).toEqual({
      clientId: 'id',
      secret: 's',
      assertion: null,
      viaBasic: false,
    });
    expect(parsePresentedClient(undefined, { client_id: 'id' })).toMatchObject({ clientId: 'id', secret: undefined });
    expect(parsePresentedClient(undefined, {})).toBeNull();
  });

  it.each(['Bearer x', 'Basically x', 'Digest basic', ''])('ignores %j', (header) => {
    expect(parsePresentedClient(header, {})).toBeNull();
  });

  it('an equal client_id beside Basic is no second method', () => {
    expect(parsePresentedClient(basic('id:s'), { client_id: 'id' })).toMatchObject({ viaBasic: true });
  });

  it.each([
    ['another client_id beside Basic', basic('id:s'), { client_id: 'other' }],
    ['a secret beside Basic', basic('id:s'), { client_id: 'id', client_secret: 's' }],
    ['a secret beside Basic without one', basic('id:'), { client_secret: 's' }],
    ['a secret beside a Basic that cannot be read', 'Basic ???', { client_id: 'id', client_secret: 's' }],
    ['a secret without an id', undefined, { client_secret: 's' }],
  ])('%s is invalid_request', (_, header, parameters) => {
    expect(() => parsePresentedClient(header, parameters)).toThrow(refusal({ code: 'invalid_request' }));
  });

  it.each([
    'Basic',
    'Basic ',
    'Basic ???',
    basic('nocolon'),
    basic(':secret'),
    basic('%zz:s'),
    basic('id:%ff'),
    'Basic a=b=',
  ])('%j cannot be read: invalid_client with a challenge', (header) => {
    const failed = expect.objectContaining({
      code: 'invalid_client',
      status: 401,
      detail: { challenge: expect.stringMatching(/^Basic realm=/) as string },
    }) as Error;
    expect(() => parsePresentedClient(header, {})).toThrow(failed);
  });
});

const FAILED = {
  code: 'invalid_client',
  status: 401,
  detail: { challenge: 'Basic realm="consentry", charset="UTF-8"' },
};

describe('authenticateClient', () => {
  const [first, second] = ['first', 'second'].map((secret) => ({ hash: hashToken(secret), expiresAt: null }));
  const NOW = 1_700_000_000_000;
  const known = { enabled: true, tokenEndpointAuthMethod: null };
  const confidential = { ...known, type: 'confidential', secrets: [first!, second!] } as const;
  const mobile = { ...known, type: 'public', secrets: [] } as const;
  const present = (secret: string | undefined, viaBasic = false) => ({
    clientId: 'id',
    secret,
    assertion: null,
    viaBasic,
  });

  it('takes any live secret and says which it was', () => {
    expect(authenticateClient(confidential, present('first'), NOW)).toBe(first);
    expect(authenticateClient(confidential, present('second', true), NOW)).toBe(second);
  });

  it('takes a secret that is replaced until its end, to the millisecond', () => {
    const replaced = (expiresAt: number) => ({ ...confidential, secrets: [{ ...first!, expiresAt }, second!] });
    expect(authenticateClient(replaced(NOW + 1), present('first'), NOW)).toMatchObject({ expiresAt: NOW + 1 });
    expect(() => authenticateClient(replaced(NOW), present('first'), NOW)).toThrow('invalid_client');
    expect(authenticateClient(replaced(NOW), present('second'), NOW)).toBe(second);
  });

  it('takes a public client without a secret', () => {
    expect(authenticateClient(mobile, present(undefined), NOW)).toBeUndefined();
  });

  it.each([
    ['an unknown client', null, 'first'],
    ['a disabled client', { ...confidential, enabled: false }, 'first'],
    ['a wrong secret', confidential, 'third'],
    ['a secret of a client that has none', { ...confidential, secrets: [] }, ''],
    ['a stored hash for a secret', confidential, hashToken('first')],
    ['a secret of a public client', mobile, 'first'],
  ])('%s is invalid_client, in one and the same words', (_, client, secret) => {
    for (const viaBasic of [false, true])
      expect(() => authenticateClient(client, present(secret, viaBasic), NOW)).toThrow(
        refusal({ ...FAILED, description: 'client authentication failed' }),
      );
  });

  it.each([
    ['an unknown client', null],
    ['a disabled client', { ...confidential, enabled: false }],
    ['a disabled public client', { ...mobile, enabled: false }],
    ['a confidential client', confidential],
    ['a client with a key', { ...confidential, secrets: [], tokenEndpointAuthMethod: 'private_key_jwt' }],
  ])('%s that sends nothing is told so, in one and the same words', (_, client) => {
    const description = 'client authentication failed: neither client_secret nor client_assertion was sent';
    for (const viaBasic of [false, true])
      expect(() => authenticateClient(client, present(undefined, viaBasic), NOW)).toThrow(
        refusal({ ...FAILED, description }),
      );
  });

  it.each([
    ['client_secret_basic', confidential, present('first', true), present(undefined)],
    ['client_secret_basic, in the body too,', confidential, present('first'), present('third')],
    ['client_secret_post, by Basic too,', confidential, present('first', true), present('third')],
    ['none', mobile, present(undefined), present('first')],
  ])('one that registered %s uses that alone', (registered, client, right, wrong) => {
    const tokenEndpointAuthMethod = registered.replace(/,.*/, '');
    expect(() => authenticateClient({ ...client, tokenEndpointAuthMethod }, right, NOW)).not.toThrow();
    expect(() => authenticateClient({ ...client, tokenEndpointAuthMethod }, wrong, NOW)).toThrow('invalid_client');
  });

  it('one that registered a key has no use for a secret', () => {
    const keyed = { ...confidential, tokenEndpointAuthMethod: 'private_key_jwt' };
    expect(() => authenticateClient(keyed, present('first'), NOW)).toThrow('invalid_client');
  });
});

describe('a client assertion', () => {
  const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url');
  const assertion = `${encode({ alg: 'ES256' })}.${encode({ iss: 'id', sub: 'id' })}.c2ln`;
  const sent = { client_assertion: assertion, client_assertion_type: JWT_BEARER };

  it('names its client, and a client_id beside it may say the same', () => {
    const presented = { clientId: 'id', secret: undefined, viaBasic: false, assertion: { text: assertion } };
    expect(parsePresentedClient(undefined, sent)).toMatchObject(presented);
    expect(parsePresentedClient(undefined, { ...sent, client_id: 'id' })).toMatchObject(presented);
  });

  it.each([
    ['beside Basic', basic('id:s'), sent],
    ['that is no JWT beside Basic', basic('id:s'), { ...sent, client_assertion: 'x' }],
    ['beside a Basic that cannot be read', 'Basic ???', sent],
    ['of another type beside a secret', undefined, { ...sent, client_assertion_type: 'x', client_secret: 's' }],
    ['beside a secret', undefined, { ...sent, client_id: 'id', client_secret: 's' }],
    ['beside another client_id', undefined, { ...sent, client_id: 'other' }],
  ])('%s is invalid_request', (_, header, parameters) => {
    expect(() => parsePresentedClient(header, parameters)).toThrow(refusal({ code: 'invalid_request' }));
  });

  it.each([
    ['an unknown client', null],
    ['a disabled client', { enabled: false, tokenEndpointAuthMethod: 'private_key_jwt' }],
    ['a client with a secret', { enabled: true, tokenEndpointAuthMethod: null }],
    ['a client with another method', { enabled: true, tokenEndpointAuthMethod: 'client_secret_basic' }],
  ])('%s has no key to prove itself by', (_, client) => {
    expect(() => getKeyedClient(client)).toThrow(refusal({ description: 'client authentication failed' }));
  });
});

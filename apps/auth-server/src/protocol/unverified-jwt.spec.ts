import { readUnverifiedJwt } from './unverified-jwt';

const encode = (part: unknown) => Buffer.from(JSON.stringify(part)).toString('base64url');

describe('readUnverifiedJwt', () => {
  it.each(['c2ln', ''])('reads header and claims, whatever the signature: %j', (signature) => {
    const text = `${encode({ alg: 'none' })}.${encode({ sub: 'a' })}.${signature}`;
    expect(readUnverifiedJwt(text)).toEqual({ header: { alg: 'none' }, claims: { sub: 'a' } });
  });

  it.each([
    '',
    'text',
    'a.b.c',
    `${encode({})}.${encode({})}`,
    `${encode({})}.${encode({})}.c2ln.more`,
    `${encode({})}.${encode([])}.c2ln`,
    `${encode('text')}.${encode({})}.c2ln`,
    `${encode(null)}.${encode({})}.c2ln`,
    `${encode({})} .${encode({})}.c2ln`,
  ])('%j is none', (text) => expect(readUnverifiedJwt(text)).toBeNull());
});

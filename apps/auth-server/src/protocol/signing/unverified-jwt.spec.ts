import { isCompactJws, readUnverifiedJwt } from './unverified-jwt';

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
    `${encode({ crit: ['b64'], b64: false })}.${encode({})}.c2ln`,
    `${encode({ crit: null })}.${encode({})}.c2ln`,
  ])('%j is none', (text) => expect(readUnverifiedJwt(text)).toBeNull());
});

describe('isCompactJws', () => {
  const head = `${encode({})}.${encode({})}`;

  it('three parts of base64url', () => expect(isCompactJws(`${head}.c2lnbg`)).toBe(true));

  it.each([
    ['a space behind', `${head}.c2lnbg `],
    ['a space before', ` ${head}.c2lnbg`],
    ['whitespace within', `${head}.c2\r\nlnbg`],
    ['padding', `${head}.c2lnbg==`],
    ['bits that no byte has', `${head}.c2lnbh`],
    ['another alphabet', `${head}.c2+/bg`],
    ['two parts', head],
    ['four parts', `${head}.c2lnbg.c2lnbg`],
    ['nothing', ''],
  ])('not with %s', (_, text) => expect(isCompactJws(text)).toBe(false));
});

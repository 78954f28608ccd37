import { parseCompactJws } from './compact-jws.ts';

const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
const header = part({ alg: 'ES256' });

describe('parseCompactJws (RFC 7515 §3.1)', () => {
  it('reads three parts', () => {
    const jws = parseCompactJws(`${header}.${part({})}.AQID`);
    expect(jws).toEqual({
      header: { alg: 'ES256' },
      signingInput: `${header}.${part({})}`,
      payload: part({}),
      signature: Buffer.from([1, 2, 3]),
    });
  });

  it.each([
    ['nothing', ''],
    ['one part', header],
    ['two parts', `${header}.${header}`],
    ['four parts', `${header}.${header}.AQID.AQID`],
    ['no signature', `${header}.${header}.`],
    ['a header that is not JSON', `AQID.${header}.AQID`],
    ['a header that is an array', `${part([])}.${header}.AQID`],
    ['a header that is null', `${part(null)}.${header}.AQID`],
    ['padding', `${header}.${header}.AQ==`],
    ['the other base64', `${header}.${header}.+/+/`],
    ['stray bits at the end', `${header}.${header}.AR`],
    ['a foreign character', `${header}.${header}.AQ ID`],
  ])('refuses %s', (_, token) => {
    expect(() => parseCompactJws(token)).toThrow(expect.objectContaining({ code: 'invalid_token' }) as Error);
  });
});

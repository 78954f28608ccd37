import { parseCompactJws } from './compact-jws.ts';

const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
const header = part({ alg: 'ES256' });

describe('parseCompactJws (RFC 7515 §3.1)', () => {
  it('reads three parts', () => {
    const jws = parseCompactJws(`${header}.${part({})}.AQID`);
    expect(jws).toEqual({
      header: { alg: 'ES256' },
      encodedHeader: header,
      signingInput: `${header}.${part({})}`,
      payload: part({}),
      signature: Buffer.from([1, 2, 3]),
    });
  });

  it('takes a known header for what it is', () => {
    const known = { alg: 'ES256' };
    expect(parseCompactJws(`${header}.${part({})}.AQID`, new Map([[header, known]])).header).toBe(known);
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
    [
      'a header with a member twice',
      `${Buffer.from('{"alg":"none","alg":"ES256"}').toString('base64url')}.${header}.AQID`,
    ],
    ['a header that is not UTF-8', `${Buffer.from('{"kid":"\xff"}', 'latin1').toString('base64url')}.${header}.AQID`],
    ['a dot at the end', `${header}.${header}.AQID.`],
    ['characters beyond bytes that end alike', `${header}.${header}.\u0141QID`],
    ['padding', `${header}.${header}.AQ==`],
    ['the other base64', `${header}.${header}.+/+/`],
    ['stray bits at the end', `${header}.${header}.AR`],
    ['a foreign character', `${header}.${header}.AQ ID`],
  ])('refuses %s', (_, token) => {
    expect(() => parseCompactJws(token)).toThrow(expect.objectContaining({ code: 'invalid_token' }) as Error);
  });
});

import { type IssuedCode, assertRedeemable } from './code-redemption';

const refusal = (members: object) => expect.objectContaining(members) as Error;

// RFC 7636 Appendix B.
const VERIFIER = 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk';
const CHALLENGE = 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM';

const CODE: IssuedCode = {
  clientId: 1,
  redirectUri: 'https://a.example.com/',
  codeChallenge: CHALLENGE,
  dpopJkt: null,
  expiresAt: 1000,
};
const REDEMPTION = { clientId: 1, redirectUri: 'https://a.example.com/', verifier: VERIFIER, proofKey: null, now: 999 };
const UNPROVEN = { ...REDEMPTION, redirectUri: undefined, verifier: undefined };

describe('assertRedeemable', () => {
  it('lets through who proves possession in time', () => {
    expect(() => assertRedeemable(CODE, REDEMPTION)).not.toThrow();
  });

  it('redirect_uri may be left out where the code has a challenge (OAuth 2.1 §4.1.3)', () => {
    expect(() => assertRedeemable(CODE, { ...REDEMPTION, redirectUri: undefined })).not.toThrow();
  });

  it.each([
    ['no redirect URI for a code without a challenge', { ...CODE, codeChallenge: null }, UNPROVEN],
    ['neither redirect URI nor verifier', CODE, UNPROVEN],
    ['an unknown code', null, REDEMPTION],
    ["another client's code", CODE, { ...REDEMPTION, clientId: 2 }],
    ['a code at its limit', CODE, { ...REDEMPTION, now: 1000 }],
    ['an expired code', CODE, { ...REDEMPTION, now: 1001 }],
    ['another redirect URI', CODE, { ...REDEMPTION, redirectUri: 'https://a.example.com' }],
    ['no verifier', CODE, { ...REDEMPTION, verifier: undefined }],
    ['a wrong verifier', CODE, { ...REDEMPTION, verifier: CHALLENGE }],
    ['a verifier without a challenge', { ...CODE, codeChallenge: null }, REDEMPTION],
  ])('%s is invalid_grant', (_, code, redemption) => {
    expect(() => assertRedeemable(code, redemption)).toThrow(refusal({ code: 'invalid_grant', status: 400 }));
  });

  it('a code that is bound to a key needs a proof by that key (RFC 9449 §10)', () => {
    const bound = { ...CODE, dpopJkt: 'mine' };
    expect(() => assertRedeemable(bound, { ...REDEMPTION, proofKey: 'mine' })).not.toThrow();
    expect(() => assertRedeemable(bound, { ...REDEMPTION, proofKey: 'other' })).toThrow(
      refusal({ code: 'invalid_grant' }),
    );
    expect(() => assertRedeemable(bound, REDEMPTION)).toThrow(refusal({ code: 'invalid_dpop_proof' }));
    expect(() => assertRedeemable(CODE, { ...REDEMPTION, proofKey: 'any' })).not.toThrow();
  });

  it("another client's code reads as an unknown one", () => {
    const descriptions = [null, CODE].map((code) => {
      try {
        assertRedeemable(code, { ...REDEMPTION, clientId: 2 });
      } catch (error) {
        return (error as Error).message;
      }
    });
    expect(descriptions[0]).toBeDefined();
    expect(descriptions[1]).toBe(descriptions[0]);
  });
});

import { createHash } from 'node:crypto';
import { assertChallenge, assertVerifier } from './pkce';

const refusal = (members: object) => expect.objectContaining(members) as Error;

// RFC 7636 Appendix B.
const VERIFIER = 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk';
const CHALLENGE = 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM';

const PUBLIC = { type: 'public', requirePkce: false } as const;
const CONFIDENTIAL = { type: 'confidential', requirePkce: false } as const;

describe('assertChallenge', () => {
  it('takes S256, of any client', () => {
    expect(() => assertChallenge(CHALLENGE, 'S256', PUBLIC)).not.toThrow();
    expect(() => assertChallenge(CHALLENGE, 'S256', CONFIDENTIAL)).not.toThrow();
  });

  it('a confidential client may leave it out', () => {
    expect(() => assertChallenge(undefined, undefined, CONFIDENTIAL)).not.toThrow();
  });

  it.each([
    ['a public client without one', undefined, undefined, 'public'],
    ['a method alone', undefined, 'S256', 'confidential'],
    ['no method: plain is the default of RFC 7636', CHALLENGE, undefined, 'confidential'],
    ['plain', VERIFIER, 'plain', 'confidential'],
    ['another case', CHALLENGE, 's256', 'confidential'],
    ['too short', CHALLENGE.slice(1), 'S256', 'confidential'],
    ['too long', `${CHALLENGE}A`, 'S256', 'confidential'],
    ['padding', `${CHALLENGE.slice(1)}=`, 'S256', 'confidential'],
    ['base64 proper', `${CHALLENGE.slice(1)}/`, 'S256', 'confidential'],
    ['a line end', `${CHALLENGE}\n`, 'S256', 'confidential'],
  ] as const)('%s is invalid_request', (_, challenge, method, type) => {
    expect(() => assertChallenge(challenge, method, { type, requirePkce: false })).toThrow(
      refusal({ code: 'invalid_request' }),
    );
  });
});

describe('assertVerifier', () => {
  it('takes the verifier of RFC 7636 Appendix B', () => {
    expect(() => assertVerifier(VERIFIER, CHALLENGE)).not.toThrow();
  });

  it('takes none where there is no challenge', () => {
    expect(() => assertVerifier(undefined, null)).not.toThrow();
  });

  it('takes 43 to 128 unreserved characters, and no other', () => {
    const challengeOf = (verifier: string) => createHash('sha256').update(verifier).digest('base64url');
    for (const verifier of ['~'.repeat(43), 'a-._~'.repeat(25), 'A'.repeat(128)])
      expect(() => assertVerifier(verifier, challengeOf(verifier))).not.toThrow();
    for (const verifier of [
      'a'.repeat(42),
      'a'.repeat(129),
      `${'a'.repeat(43)} `,
      `${'a'.repeat(43)}\n`,
      'é'.repeat(43),
    ])
      expect(() => assertVerifier(verifier, challengeOf(verifier))).toThrow(refusal({ code: 'invalid_grant' }));
  });

  it.each([
    ['missing', undefined, CHALLENGE],
    ['wrong', `${VERIFIER.slice(0, -1)}l`, CHALLENGE],
    ['the challenge itself', CHALLENGE, CHALLENGE],
    ['empty', '', CHALLENGE],
    ['sent without a challenge', VERIFIER, null],
  ])('one that is %s is invalid_grant', (_, verifier, challenge) => {
    expect(() => assertVerifier(verifier, challenge)).toThrow(refusal({ code: 'invalid_grant' }));
  });
});

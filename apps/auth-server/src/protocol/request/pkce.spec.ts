import { createHash } from 'node:crypto';
import { assertChallenge, assertVerifier } from './pkce';

const refusal = (members: object) => expect.objectContaining(members) as Error;

// RFC 7636 Appendix B.
const VERIFIER = 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk';
const CHALLENGE = 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM';

const PUBLIC = { type: 'public', origin: 'console', requirePkce: false } as const;
const CONFIDENTIAL = { ...PUBLIC, type: 'confidential' } as const;
const REGISTERED = { ...CONFIDENTIAL, origin: 'registration' } as const;
const DOCUMENTED = { ...CONFIDENTIAL, origin: 'metadata_document' } as const;
const NOTHING = { challenge: undefined, method: undefined, hasNonce: false };
const NONCE = { ...NOTHING, hasNonce: true };

describe('assertChallenge', () => {
  it('takes S256, of any client', () => {
    for (const client of [PUBLIC, CONFIDENTIAL, REGISTERED, DOCUMENTED, { ...CONFIDENTIAL, requirePkce: true }])
      for (const everyClient of [true, false])
        expect(() =>
          assertChallenge({ ...NOTHING, challenge: CHALLENGE, method: 'S256' }, client, everyClient),
        ).not.toThrow();
  });

  it("a developer's confidential client may leave it out, those that nobody vouches for with a nonce", () => {
    expect(() => assertChallenge(NOTHING, CONFIDENTIAL, false)).not.toThrow();
    for (const client of [REGISTERED, DOCUMENTED]) expect(() => assertChallenge(NONCE, client, false)).not.toThrow();
  });

  it.each([
    ['a public client', NONCE, PUBLIC, false, /^invalid_request: a public application must send code_challenge/],
    ['a public one that registered itself', NONCE, { ...REGISTERED, type: 'public' }, false, /a public application/],
    [
      'one that must',
      NONCE,
      { ...CONFIDENTIAL, requirePkce: true },
      false,
      /this application must send code_challenge/,
    ],
    [
      'one that registered itself',
      NOTHING,
      REGISTERED,
      false,
      /must send code_challenge .*, or the scope openid with a/,
    ],
    [
      'one with a document',
      NOTHING,
      DOCUMENTED,
      false,
      /must send code_challenge .*, or the scope openid with a nonce/,
    ],
    ['any one where all must', NONCE, CONFIDENTIAL, true, /every application must send code_challenge/],
    [
      'one that registered itself where all must',
      NONCE,
      REGISTERED,
      true,
      /every application must send code_challenge/,
    ],
  ] as const)('%s may not', (_, request, client, everyClient, words) => {
    expect(() => assertChallenge(request, client, everyClient)).toThrow(words);
  });

  it.each([
    ['a method alone', undefined, 'S256'],
    ['no method: plain is the default of RFC 7636', CHALLENGE, undefined],
    ['plain', VERIFIER, 'plain'],
    ['another case', CHALLENGE, 's256'],
    ['too short', CHALLENGE.slice(1), 'S256'],
    ['too long', `${CHALLENGE}A`, 'S256'],
    ['padding', `${CHALLENGE.slice(1)}=`, 'S256'],
    ['base64 proper', `${CHALLENGE.slice(1)}/`, 'S256'],
    ['a line end', `${CHALLENGE}\n`, 'S256'],
  ])('%s is invalid_request', (_, challenge, method) => {
    expect(() => assertChallenge({ challenge, method, hasNonce: true }, CONFIDENTIAL, false)).toThrow(
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

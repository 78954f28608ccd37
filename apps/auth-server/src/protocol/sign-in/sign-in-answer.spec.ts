import { readSignInAnswer } from './sign-in-answer';

const NOW = 1_800_000_000_000;
const IAT = NOW / 1000;
const FRAME = { iat: IAT, exp: IAT + 60, aud: 'https://auth.example.com', nonce: 'n' };
const PERSON = { ...FRAME, sub: '42', auth_time: IAT - 10 };

const read = (claims: object, namesAccount = false) =>
  readSignInAnswer(claims as Record<string, unknown>, { namesAccount, now: NOW });

describe("the answer of a team's app", () => {
  it('tells of a person, with the age of the sign-in by the clock of this server', () => {
    const said = { name: ' Grace ', email: 'g@example.com', email_verified: true, acr: 'mfa', sid: 's' };
    expect(read({ ...PERSON, ...said })).toEqual({
      nonce: 'n',
      person: {
        ...{ subject: '42', authTime: NOW - 11_000, name: 'Grace', email: 'g@example.com', isEmailVerified: true },
        ...{ acr: 'mfa', sid: 's' },
      },
    });
    expect(read(PERSON)).toMatchObject({ person: { name: null, email: null, isEmailVerified: false, sid: null } });
  });

  it.each([-30, -20, 0, 20, 30])('reads the age by the one clock of the app, %d s off', (off) => {
    const claims = { ...PERSON, iat: IAT + off, exp: IAT + off + 60, auth_time: IAT + off - 100 };
    expect(read(claims)).toMatchObject({ person: { authTime: NOW - 101_000 } });
  });

  it.each(['login_required', 'access_denied'])('tells of nobody: %s', (error) => {
    expect(read({ ...FRAME, error })).toEqual({ nonce: 'n', error });
  });

  it.each<[string, object, RegExp]>([
    ['a second audience', { ...PERSON, aud: ['https://auth.example.com', 'b'] }, /aud must be this server only/],
    ['no iat', { ...PERSON, iat: undefined }, /no iat/],
    ['a long life', { ...PERSON, exp: IAT + 61 }, /more than 60 seconds/],
    ['an iat to come', { ...PERSON, iat: IAT + 31, exp: IAT + 60 }, /in the future/],
    ['no nonce', { ...PERSON, nonce: undefined }, /no nonce/],
    ['an empty nonce', { ...PERSON, nonce: '' }, /no nonce/],
    ['a number as sub', { ...PERSON, sub: 42 }, /sub is not a string/],
    ['a sub with U+0000', { ...PERSON, sub: 'a\0' }, /sub is not a string/],
    ['no auth_time', { ...PERSON, auth_time: undefined }, /no auth_time/],
    ['a text as auth_time', { ...PERSON, auth_time: '1' }, /no auth_time/],
    ['an auth_time to come', { ...PERSON, auth_time: IAT + 31 }, /auth_time is after/],
    ['an empty sid', { ...PERSON, sid: '' }, /sid is not/],
    ['an unknown error', { ...FRAME, error: 'server_error' }, /error must be login_required or access_denied/],
    ['an error and a sub', { ...PERSON, error: 'access_denied' }, /both error and sub/],
  ])('is refused with %s', (_, claims, problem) => {
    expect(read(claims)).toMatch(problem);
  });

  it('names accounts by visible ASCII of 36 characters where the subject is their id', () => {
    expect(read({ ...PERSON, sub: 'x'.repeat(36) }, true)).toMatchObject({ nonce: 'n' });
    for (const sub of ['x'.repeat(37), 'two words', '..', 'ä'])
      expect(read({ ...PERSON, sub }, true)).toMatch(/cannot be the id of an account/);
  });
});

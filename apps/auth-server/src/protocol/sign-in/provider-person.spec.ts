import { UNTOLD } from '../token/person-claims';
import { readProviderPerson } from './provider-person';

const NOW = 1_800_000_000_000;
const IAT = NOW / 1000;
const PERSON = { sub: '42', iat: IAT, auth_time: IAT - 10 };

const read = (idToken: object, userInfo: object = {}, namesAccount = false) =>
  readProviderPerson(idToken as Record<string, unknown>, userInfo as Record<string, unknown>, {
    namesAccount,
    now: NOW,
  });

describe('the person whom a provider has signed in', () => {
  it('has the age of the sign-in by the clock of this server', () => {
    for (const off of [-30, 0, 30])
      expect(read({ ...PERSON, iat: IAT + off, auth_time: IAT + off - 10 })).toMatchObject({ authTime: NOW - 11_000 });
    expect(read({ ...PERSON, auth_time: IAT + 10 })).toMatchObject({ authTime: NOW - 1_000 });
  });

  it('never has signed in later than it says, whatever the age of the ID token', () => {
    const old = { ...PERSON, iat: IAT - 3_600, auth_time: IAT - 3_600 };
    expect(read(old)).toMatchObject({ authTime: NOW - 3_571_000 });
  });

  it.each([
    [IAT + 31, IAT],
    [NOW, IAT],
    [9e12, IAT],
    [-1, IAT],
    [IAT, 1e308],
    [1e308, 1e308],
  ])('meets no demand with an auth_time of %p and an iat of %p', (authTime, iat) => {
    expect(read({ ...PERSON, auth_time: authTime, iat })).toMatchObject({ authTime: UNTOLD });
  });

  it.each([undefined, null, '1799999990', true])('meets no demand where the sign-in is not told: %p', (authTime) => {
    expect(read({ ...PERSON, auth_time: authTime })).toMatchObject({ authTime: UNTOLD });
  });

  it('has what the userinfo endpoint adds, and the ID token says first', () => {
    const said = { name: 'Grace', email: 'g@example.com', email_verified: true, acr: 'mfa' };
    expect(read(PERSON, { ...said, acr: 'none' })).toMatchObject({
      ...{ subject: '42', name: 'Grace', email: 'g@example.com', isEmailVerified: true, acr: null, sid: null },
    });
    expect(read({ ...PERSON, ...said, sid: 's' }, { name: 'Ada', email_verified: false })).toMatchObject({
      ...{ name: 'Grace', isEmailVerified: true, acr: 'mfa', sid: null },
    });
    const mixed = read({ ...PERSON, email: 'a@example.com' }, { email: 'b@example.com', email_verified: true });
    expect(mixed).toMatchObject({ email: 'a@example.com', isEmailVerified: false });
  });

  it.each<[object, string | null]>([
    [{ name: 'Grace Hopper', given_name: 'G', family_name: 'H' }, 'Grace Hopper'],
    [{ given_name: 'Grace', family_name: 'Hopper' }, 'Grace Hopper'],
    [{ given_name: 'Grace' }, 'Grace'],
    [{ given_name: 7 }, null],
    [{}, null],
  ])('is called by its name, else by both its names: %j', (claims, name) => {
    expect(read({ ...PERSON, ...claims })).toMatchObject({ name });
  });

  it.each([
    [true, true],
    ['true', true],
    ['false', false],
    [1, false],
    [undefined, false],
  ])('has a verified email where the provider says so: %p', (said, isEmailVerified) => {
    expect(read({ ...PERSON, email: 'g@example.com', email_verified: said })).toMatchObject({ isEmailVerified });
  });

  it.each([[undefined], [''], [42], ['a\0b'], ['x'.repeat(256)]])('is refused with the sub %p', (sub) => {
    expect(read({ ...PERSON, sub })).toMatch(/^its sub is not a string/);
  });

  it('is refused where its sub is to be the id of the account, and cannot', () => {
    for (const sub of ['x'.repeat(37), '.', '..', 'a b']) {
      expect(read({ ...PERSON, sub }, {}, true)).toMatch(/SUBJECT=theirs needs 1 to 36/);
      expect(read({ ...PERSON, sub })).toMatchObject({ subject: sub });
    }
    expect(read({ ...PERSON, sub: '110169484474386276334' }, {}, true)).toMatchObject({
      subject: '110169484474386276334',
    });
  });
});

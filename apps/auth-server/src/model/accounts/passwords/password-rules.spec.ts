import { isCommonPassword } from './common-passwords';
import { isOfItsAccount, passwordProblem } from './password-rules';

describe('passwordProblem', () => {
  it.each([
    ['correct horse', null],
    ['u\u0308'.repeat(256), null],
    ['u\u0308'.repeat(257), /at most/],
    ['u\u0308'.repeat(7), /at least/],
    ['\ufb01'.repeat(4), null], // one ligature is two letters
    ['😀'.repeat(8), null],
    ['x'.repeat(100_000), /at most/],
    ['1234567', /at least/],
    ['password', /most common passwords/],
    ['PassWord', /most common passwords/],
    ['iloveyou', /most common passwords/],
    ['\uff50assword', /most common passwords/],
    [12345678, /string/],
  ])('%.20j: %s', (password, problem) => {
    const found = passwordProblem(password);
    if (problem === null) expect(found).toBeNull();
    else expect(found).toMatch(problem);
  });
});

describe('isOfItsAccount', () => {
  const ada = { name: 'Ada Lovelace', emailKey: 'ada.lovelace+notes@example.com' };
  it.each(['Ada Lovelace', 'adalovelace', 'ADA.lovelace+notes', 'ada.lovelace+notes@example.com'])('%s', (password) =>
    expect(isOfItsAccount(password, ada)).toBe(true),
  );
  it('no other', () => {
    expect(isOfItsAccount('ada lovelace 1815', ada)).toBe(false);
    expect(isOfItsAccount('correct horse', { name: null, emailKey: 'an-id' })).toBe(false);
  });
});

it('isCommonPassword reads the whole list', () => {
  for (const common of ['password', '12345678', 'qwertyuiop']) expect(isCommonPassword(common)).toBe(true);
  expect(isCommonPassword('correct horse')).toBe(false);
});

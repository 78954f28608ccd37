import { OAuthError } from '../oauth-error';
import { namesAnother, parsePrompt } from './prompt';

describe('prompt (OpenID Connect Core §3.1.2.1)', () => {
  it.each([
    [undefined, []],
    ['none', ['none']],
    ['login', ['login']],
    ['create', ['create']],
    ['consent select_account', ['consent', 'select_account']],
    [' login  consent ', ['login', 'consent']],
  ])('%j is %j', (text, prompts) => expect(parsePrompt(text)).toEqual(prompts));

  it.each(['none login', 'none create', 'Login', 'login forget'])('%j is refused', (text) => {
    expect(() => parsePrompt(text)).toThrow(OAuthError);
  });
});

describe('login_hint (OpenID Connect Core §3.1.2.1)', () => {
  it.each([
    ['grace@example.com', 'ada@example.com', true],
    [' ADA@example.com ', 'ada@example.com', false],
    ['ada', 'ada@example.com', false],
    ['+44 20 7946 0000', 'ada@example.com', false],
    ['grace@example.com', null, false],
    [null, 'ada@example.com', false],
    [undefined, undefined, false],
  ])('%p names another account than that of %p: %p', (hint, email, isAnother) => {
    expect(namesAnother(hint, email)).toBe(isAnother);
  });
});

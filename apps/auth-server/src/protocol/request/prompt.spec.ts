import { OAuthError } from '../oauth-error';
import { parsePrompt } from './prompt';

describe('prompt (OpenID Connect Core §3.1.2.1)', () => {
  it.each([
    [undefined, []],
    ['none', ['none']],
    ['login', ['login']],
    ['consent select_account', ['consent', 'select_account']],
    [' login  consent ', ['login', 'consent']],
  ])('%j is %j', (text, prompts) => expect(parsePrompt(text)).toEqual(prompts));

  it.each(['none login', 'create', 'Login', 'login create'])('%j is refused', (text) => {
    expect(() => parsePrompt(text)).toThrow(OAuthError);
  });
});

import { providerProblem, quirksOf } from './provider-quirks';

describe('what providers want beside the standard', () => {
  it.each([
    ['https://accounts.google.com', 'openid email profile', ['claims']],
    ['https://appleid.apple.com', 'openid email name', ['response_mode']],
    ['https://id.example.com', 'openid email profile', []],
  ])('%s', (issuer, scope, parameters) => {
    const quirks = quirksOf(issuer);
    expect([quirks.scope, Object.keys(quirks.parameters)]).toEqual([scope, parameters]);
  });

  it.each([
    ['https://login.microsoftonline.com/common/v2.0', true],
    ['https://login.microsoftonline.com/organizations/v2.0', true],
    ['https://login.microsoftonline.com/consumers', true],
    ['https://login.microsoftonline.com/9188040d-6c67-4c5b-b112-36a304b66dad/v2.0', false],
    ['https://login.microsoftonline.com/commonwealth/v2.0', false],
  ])('Entra needs one tenant: %s', (issuer, isRefused) => {
    expect(providerProblem(issuer) !== null).toBe(isRefused);
  });
});

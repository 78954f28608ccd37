import { type SignInWish, signInRequestClaims, signOutRequestClaims } from './sign-in-request';

const FRAME = {
  issuer: 'https://auth.example.com',
  audience: 'https://app.example.com',
  jti: 'j',
  now: 1_800_000_000_500,
};
const WISH: SignInWish = {
  ...{ prompt: null, maxAge: null, acrValues: [], loginHint: null, uiLocales: 'en', subject: null, application: null },
};
const FRAMED = { iss: FRAME.issuer, aud: FRAME.audience, jti: 'j', iat: 1_800_000_000 };

it('a request for a sign-in lives an hour, and says no more than is wished', () => {
  const frame = { ...FRAMED, exp: 1_800_003_600, ui_locales: 'en' };
  expect(signInRequestClaims(WISH, FRAME)).toEqual(frame);
  const application = { clientId: 'c', name: 'Printer', isRegistered: false };
  const wish = {
    prompt: 'login',
    maxAge: 0,
    acrValues: ['a', 'b'],
    loginHint: 'h',
    subject: 's',
    application,
  } as const;
  expect(signInRequestClaims({ ...WISH, ...wish }, FRAME)).toEqual({
    ...{ ...frame, prompt: 'login', max_age: 0, acr_values: 'a b', login_hint: 'h', sub: 's' },
    application: { client_id: 'c', name: 'Printer', registered: false },
  });
});

it('a request for a sign-out lives a minute, and names the person', () => {
  expect(signOutRequestClaims('42', FRAME)).toEqual({ ...FRAMED, exp: 1_800_000_060, sub: '42' });
});

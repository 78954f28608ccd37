import { isSilentlyGranted } from './silent-consent';

describe('what may be answered without asking', () => {
  const asked = (redirectUri: string) => ({ scope: ['a', 'b'], redirectUri, authorizationDetails: null });
  const WEB = 'https://app.example/cb';

  it.each([
    ['all of it granted before, to who has a secret', WEB, 'confidential', ['b', 'a', 'c'], true],
    ['the same on loopback: the secret tells who it is', 'http://127.0.0.1/cb', 'confidential', ['a', 'b'], true],
    ['part of it never granted', WEB, 'confidential', ['a'], false],
    ['nothing granted', WEB, 'public', [], false],
    ['granted to a public client at its own site', WEB, 'public', ['a', 'b'], true],
    ['to one on loopback, which anybody can be (RFC 8252 §8.6)', 'http://127.0.0.1:1/cb', 'public', ['a', 'b'], false],
    ['to one on localhost by https', 'https://localhost/cb', 'public', ['a', 'b'], false],
    ['to one of a private-use scheme', 'com.example.app:/cb', 'public', ['a', 'b'], false],
  ] as const)('%s', (_, redirectUri, type, granted, silent) => {
    expect(isSilentlyGranted(asked(redirectUri), { type }, granted)).toBe(silent);
  });
});

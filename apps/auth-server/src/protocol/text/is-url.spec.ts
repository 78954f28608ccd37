import { isUrl } from './is-url';

describe('isUrl', () => {
  it.each([
    ['https://auth.example.com', true],
    ['https://\u00fc.example.com', true],
    ['com.example.app:/back', true],
    ['', false],
    ['/path', false],
    ['https://', false],
    ['https://a b', false],
  ])('%j: %s', (text, expected) => expect(isUrl(text)).toBe(expected));

  it('says the same however often it was asked', () => {
    const asked = Array.from({ length: 200_000 }, (_, n) => isUrl(n % 2 ? 'https://\u00fc.example.com' : 'http://a'));
    expect(asked).not.toContain(false);
  });
});

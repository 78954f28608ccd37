import { isAllowedOrigin } from './cross-site';

const ALLOWED = ['https://auth.example.com', 'https://ui.example.com:8443'];

describe('isAllowedOrigin', () => {
  it.each([
    ['no origin at all', undefined, undefined, true],
    ['no origin, whatever the browser says of the site', undefined, 'cross-site', true],
    ['an own one', 'https://auth.example.com', undefined, true],
    ['an own one, whatever the browser says of the site', 'https://auth.example.com', 'cross-site', true],
    ['one with its port', 'https://ui.example.com:8443', 'same-site', true],
    ['null of a page of ours', 'null', 'same-origin', true],
    ['null alone', 'null', undefined, false],
    ['null of a neighbour', 'null', 'same-site', false],
    ['null of a user action', 'null', 'none', false],
    ['another port', 'https://ui.example.com', undefined, false],
    ['another scheme', 'http://auth.example.com', 'same-origin', false],
    ['a longer host', 'https://auth.example.com.evil.example', undefined, false],
    ['a trailing slash', 'https://auth.example.com/', undefined, false],
    ['an empty one', '', 'same-origin', false],
    ['a stranger', 'https://evil.example.com', 'same-origin', false],
  ])('%s', (_, origin, secFetchSite, expected) => {
    expect(isAllowedOrigin({ origin, secFetchSite }, ALLOWED)).toBe(expected);
  });
});

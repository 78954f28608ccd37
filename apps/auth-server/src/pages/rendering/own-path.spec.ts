import { ownPath } from './own-path';

describe('ownPath', () => {
  it.each([
    '/consent?client_id=x&state=a%2Fb',
    '/device',
    '/device?user_code=WDJB-MJHT',
    '/account/apps',
    '/account',
    '/sign-in',
    '/sign-up?return_to=%2Faccount',
    '/console',
    '/console/applications/0198_Ab-c/settings',
  ])('takes %s', (text) => expect(ownPath(text)).toBe(text));

  it.each([
    null,
    undefined,
    '',
    '/',
    '/sign-inn',
    '//evil.example',
    '///evil.example',
    '/\\evil.example',
    '/consent\\..\\..\\evil',
    '/%2f%2fevil.example',
    '/%5cevil.example',
    '/account/../../evil',
    '/account/..',
    '/account//evil.example',
    'https://evil.example/consent',
    'https:evil.example',
    'javascript:alert(1)',
    'data:text/html,x',
    '\t//evil.example',
    '/account\r\nset-cookie: x=y',
    '/account\u0000',
    '/account#x',
    ' /account',
    '/accountant',
    '/consoles',
    '/console/..',
    '/console/%2e%2e/x',
    '/consent.evil.example',
    '/consent@evil.example',
    `/consent?${'x'.repeat(40_000)}`,
  ])('refuses %j', (text) => expect(ownPath(text)).toBeNull());
});

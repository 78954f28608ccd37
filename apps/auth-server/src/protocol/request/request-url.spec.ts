import { OAuthError } from '../oauth-error';
import { SENT_PARAMETERS } from './authorization-request';
import { parseParameters } from './parameters';
import { requestUrl } from './request-url';

const ISSUER = 'https://auth.example.com/tenant';

describe('requestUrl', () => {
  it('says the same as the form did', () => {
    const sent = { client_id: 'a', state: 'a b+c%20&=ä"\u{1f511}', resource: 'https://a.example https://b.example' };
    const url = requestUrl(ISSUER, sent);
    expect(url).toMatch(/^https:\/\/auth\.example\.com\/tenant\/oauth2\/authorize\?client_id=a&state=a%20b%2Bc%2520/);
    expect(parseParameters(url.slice(url.indexOf('?') + 1), SENT_PARAMETERS)).toEqual(sent);
  });

  it('three values of the greatest length fit, a dozen do not', () => {
    const longest = 'é'.repeat(1024);
    const three = { state: longest, scope: longest, redirect_uri: longest };
    expect(requestUrl(ISSUER, three).length).toBeGreaterThan(3 * 6 * 1024);
    expect(() => requestUrl(ISSUER, { ...three, nonce: longest })).toThrow(OAuthError);
  });
});

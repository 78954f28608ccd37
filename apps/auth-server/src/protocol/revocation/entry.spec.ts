import { createHmac } from 'node:crypto';
import { type PublishedRevocation, digestOf, entryOf } from './entry';

const LOG = 'AAECAwQFBgcICQoLDA0ODw';

const row = (given: Partial<PublishedRevocation>): PublishedRevocation => ({
  version: 7,
  kind: 'family',
  subject: 'a-family',
  clientId: null,
  below: null,
  at: 1_700_000_000_000,
  expiresAt: 1_700_000_000_001,
  ...given,
});

describe('an entry', () => {
  // Made by OpenSSL: printf '%s\0%s' KIND VALUE | openssl dgst -sha256 -hmac LOG -binary | head -c 16 | base64
  it.each([
    ['family', 'a-family', '9P6fHfJDvD1D26XfAkVRYA'],
    ['grant', 'an-account\0a-client', 'aYSH1os6ijZiCTT6-tfnEw'],
    ['before', '', 'VGRuMGuMY4eRNRMCb6MyOA'],
    ['account', 'ä', 'CMFDf3z9H1sSdbwgPYO4pA'],
  ])('of kind %s has this digest', (kind, value, digest) => {
    expect(digestOf(LOG, kind, value)).toBe(digest);
  });

  it('names the first 16 bytes of the HMAC over kind, NUL and value, keyed by the text of the log', () => {
    const whole = createHmac('sha256', Buffer.from(LOG, 'ascii')).update('key\0a-kid').digest();
    expect(Buffer.from(digestOf(LOG, 'key', 'a-kid'), 'base64url')).toEqual(whole.subarray(0, 16));
  });

  it('has nothing of the value in clear, and n only where the row has a bound', () => {
    const h = digestOf(LOG, 'family', 'a-family');
    expect(entryOf(row({}), LOG)).toEqual({ v: 7, k: 'family', h, exp: 1_700_000_001 });
    expect(entryOf(row({ below: 0 }), LOG)).toEqual({ v: 7, k: 'family', h, n: 0, exp: 1_700_000_001 });
  });

  it('is held until its whole last second', () => {
    expect(entryOf(row({ expiresAt: 5_000 }), LOG).exp).toBe(5);
    expect(entryOf(row({ expiresAt: 5_001 }), LOG).exp).toBe(6);
  });

  it('of a grant names account and client', () => {
    const { h } = entryOf(row({ kind: 'grant', subject: 'an-account', clientId: 'a-client' }), LOG);
    expect(h).toBe(digestOf(LOG, 'grant', 'an-account\0a-client'));
  });

  it('of a lift has the digest of what it lifts', () => {
    expect(entryOf(row({ kind: 'enabled', subject: 'a-client', below: 5 }), LOG)).toMatchObject({
      k: 'enabled',
      h: digestOf(LOG, 'disabled', 'a-client'),
      n: 5,
    });
  });
});

import { createHmac } from 'node:crypto';
import { type PublishedRevocation, digestOf, entryOf, groupEntries } from './entry';

const LOG = 'AAECAwQFBgcICQoLDA0ODw';
const HOUR = 3_600;

const row = (given: Partial<PublishedRevocation>): PublishedRevocation => ({
  version: 7,
  kind: 'family',
  subject: 'a-family',
  clientId: null,
  below: null,
  expiresAt: 1_700_000_000_001,
  holder: null,
  pair: null,
  ...given,
});

const textOf = (kind: string, value: string) => digestOf(LOG, kind, value).toString('base64url');
const groupsOf = (...rows: Partial<PublishedRevocation>[]) =>
  groupEntries(rows.map((given) => entryOf(row(given), LOG)));

describe('an entry', () => {
  // Made by OpenSSL: printf '%s\0%s' KIND VALUE | openssl dgst -sha256 -hmac LOG -binary | head -c 16 | base64
  it.each([
    ['family', 'a-family', '9P6fHfJDvD1D26XfAkVRYA'],
    ['grant', 'an-account\0a-client', 'aYSH1os6ijZiCTT6-tfnEw'],
    ['before', '', 'VGRuMGuMY4eRNRMCb6MyOA'],
    ['account', 'ä', 'CMFDf3z9H1sSdbwgPYO4pA'],
  ])('of kind %s has this digest', (kind, value, digest) => {
    expect(textOf(kind, value)).toBe(digest);
  });

  it('names the first 16 bytes of the HMAC over kind, NUL and value, keyed by the text of the log', () => {
    const whole = createHmac('sha256', Buffer.from(LOG, 'ascii')).update('key\0a-kid').digest();
    expect(digestOf(LOG, 'key', 'a-kid')).toEqual(whole.subarray(0, 16));
  });

  it.each([
    [1, HOUR],
    [3_600_000, HOUR],
    [3_600_001, 2 * HOUR],
  ])('that expires at %i ms is held until second %i, a whole hour', (expiresAt, exp) => {
    expect(entryOf(row({ expiresAt }), LOG).exp).toBe(exp);
  });

  it('of a grant names account and client', () => {
    const { digest } = entryOf(row({ kind: 'grant', subject: 'an-account', clientId: 'a-client' }), LOG);
    expect(digest).toEqual(digestOf(LOG, 'grant', 'an-account\0a-client'));
  });
});

describe('entries on the wire', () => {
  it('of one kind that expire together are one group, with their digests one after another', () => {
    const [group, later, ...others] = groupsOf({}, { subject: 'b' }, { expiresAt: 1_800_000_000_000 });
    expect(others).toEqual([]);
    expect(group).toEqual({
      k: 'family',
      exp: 1_700_002_800,
      h: Buffer.concat([digestOf(LOG, 'family', 'a-family'), digestOf(LOG, 'family', 'b')]).toString('base64url'),
    });
    expect(later!.exp).toBe(1_800_000_000);
  });

  it('have a bound beside each digest where one has any, 0 too', () => {
    expect(groupsOf({ below: 0 }, { below: 5 })).toMatchObject([{ n: [0, 5] }]);
    expect(groupsOf({ below: 0 }, {})).toMatchObject([{ n: [0, null] }]);
    expect(groupsOf({})[0]).not.toHaveProperty('n');
  });

  it('disabled and enabled have one digest for an application, and their versions', () => {
    const named = { subject: 'a-client', kind: 'disabled' };
    expect(groupsOf(named, { ...named, kind: 'enabled', version: 9 })).toMatchObject([
      { k: 'disabled', h: textOf('disabled', 'a-client'), v: [7] },
      { k: 'enabled', h: textOf('disabled', 'a-client'), v: [9] },
    ]);
  });
});

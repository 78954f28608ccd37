import { createHmac, randomBytes } from 'node:crypto';

import { RevocationDigest } from './revocation-digest.ts';

describe('RevocationDigest', () => {
  const log = randomBytes(16).toString('base64url');
  const digest = new RevocationDigest(log);

  it.each([
    ['family', '0198c1f2'],
    ['before', ''],
    ['grant', 'account\0client'],
    ['account', 'Ærøskøbing \u{1f600}'],
    ['client', `https://app.example/${'x'.repeat(5_000)}`],
    ['token', '\ud800'],
    ['family', 'short again, after a long one'],
  ])('is HMAC-SHA-256 as node:crypto has it: %s %s', (kind, value) => {
    const expected = createHmac('sha256', log).update(`${kind}\0${value}`).digest().toString('latin1', 0, 16);
    expect(digest.of(kind, value)).toBe(expected);
    expect([digest.ofShared(kind, value), digest.ofShared(kind, value)]).toEqual([expected, expected]);
  });

  it('keeps only so many shared ones', () => {
    for (let id = 0; id < 2_500; id++) expect(digest.ofShared('client', `${id}`)).toBe(digest.of('client', `${id}`));
  });
});

import {
  type KeyPolicy,
  PROCESS_LAG,
  type ScheduledKey,
  announcedKey,
  droppableKeys,
  endOf,
  followingKey,
  nextKey,
  phaseOf,
  publicKeys,
  signingKey,
  useToStore,
} from './key-schedule';

const SECOND = 1000;
const HOUR = 3600 * SECOND;
const DAY = 24 * HOUR;
const NOW = 1_700_000_000_000;
const TTL = 14 * 86_400;

const POLICY: KeyPolicy = { alg: 'ES256', rotation: 90 * 86_400, announce: 86_400, retire: TTL };

/** A key in use by default; its kid names it. */
const key = (kid: string, other: Partial<ScheduledKey> = {}): ScheduledKey => ({
  kid,
  alg: 'ES256',
  sequence: 1,
  createdAt: NOW - 10 * DAY,
  signsFrom: NOW - 10 * DAY,
  signsUntil: NOW + HOUR,
  longestTokenTtl: TTL,
  compromisedAt: null,
  ...other,
});

const used = key('used');
const announced = key('announced', { sequence: 2, signsFrom: NOW + 1, signsUntil: NOW + 1 + HOUR });
const newer = key('newer', { sequence: 2, signsFrom: NOW, signsUntil: NOW + HOUR });
const over = key('over', { signsFrom: NOW - 99 * DAY, signsUntil: NOW - TTL * SECOND });
const longOver = key('long over', { signsFrom: NOW - 199 * DAY, signsUntil: NOW - 100 * DAY });
const compromised = key('compromised', { sequence: 3, signsFrom: NOW, compromisedAt: NOW });
const other = key('other', { alg: 'RS256' });
const otherAnnounced = key('other announced', { alg: 'RS256', signsFrom: NOW + 2, signsUntil: NOW + HOUR });
const otherOver = key('other over', { alg: 'RS256', signsUntil: NOW - TTL * SECOND });

const kidsOf = (keys: readonly ScheduledKey[]) => keys.map(({ kid }) => kid);

describe('the key that signs', () => {
  it.each<[string, ScheduledKey[], string | undefined]>([
    ['none, where there is none', [], undefined],
    ['the only one', [used], 'used'],
    ['not the one that is announced', [used, announced], 'used'],
    ['the announced one, from its moment on', [used, newer], 'newer'],
    ['the announced one, whatever the order', [newer, used], 'newer'],
    ['never a compromised one', [used, compromised], 'used'],
    ['none, where all are compromised', [compromised], undefined],
    ['one of the own algorithm', [other, used], 'used'],
    ['another algorithm’s, while there is none of the own', [other], 'other'],
    ['another algorithm’s, while the own is announced', [other, announced], 'other'],
    ['another algorithm’s, where services have forgotten the own', [over, other], 'other'],
    ['an older one, where services have forgotten the newer', [used, { ...over, signsFrom: NOW - 1 }], 'used'],
    ['the own one that services have forgotten, where they know none', [over, longOver, otherOver], 'over'],
    ['another algorithm’s that they have forgotten', [otherOver], 'other over'],
    ['the first to come, where there never was one', [otherAnnounced, announced], 'announced'],
    ['the first of its algorithm to come', [otherAnnounced, { ...announced, signsFrom: NOW + 3 }], 'other announced'],
  ])('is %s', (_, keys, expected) => {
    expect(signingKey(keys, POLICY, NOW)?.kid).toBe(expected);
    expect(signingKey([...keys].reverse(), POLICY, NOW)?.kid).toBe(expected);
  });

  it('changes at the very millisecond', () => {
    const keys = [used, announced];
    expect(signingKey(keys, POLICY, announced.signsFrom - 1)?.kid).toBe('used');
    expect(signingKey(keys, POLICY, announced.signsFrom)?.kid).toBe('announced');
  });

  it('is the same in every process, even where two keys began at once', () => {
    const twins = [key('a'), key('b')];
    expect(signingKey(twins, POLICY, NOW)).toBe(signingKey([...twins].reverse(), POLICY, NOW));
  });
});

describe('the keys that are public', () => {
  it.each<[string, ScheduledKey[], string[]]>([
    ['none', [], []],
    ['the announced one first', [used, announced], ['announced', 'used']],
    ['those of another algorithm', [used, other, otherAnnounced], ['other announced', 'other', 'used']],
    ['never a compromised one', [used, compromised], ['used']],
    ['none whose tokens are long over', [used, longOver], ['used']],
    ['the one that signs, though all its tokens are over', [longOver], ['long over']],
  ])('are %s', (_, keys, expected) => {
    const found = kidsOf(publicKeys(keys, POLICY, NOW));
    expect([...found].sort()).toEqual([...expected].sort());
    expect(found[0]).toBe(expected[0]);
    expect(kidsOf(publicKeys([...keys].reverse(), POLICY, NOW))).toEqual(found);
  });

  it.each([
    ['as long as its row says', { longestTokenTtl: TTL, retire: 60 }, TTL],
    ['as long as the settings say', { longestTokenTtl: 60, retire: TTL }, TTL],
  ])('hold a retired one %s, and a little longer', (_, { longestTokenTtl, retire }, life) => {
    const retired = key('retired', { signsUntil: NOW, longestTokenTtl });
    const policy = { ...POLICY, retire };
    const end = NOW + (life + PROCESS_LAG) * SECOND;
    const keys = [{ ...newer, signsUntil: end + DAY }, retired];
    expect(endOf(retired, policy)).toBe(end);
    expect(kidsOf(publicKeys(keys, policy, end - 1))).toEqual(['newer', 'retired']);
    expect(kidsOf(publicKeys(keys, policy, end))).toEqual(['newer']);
    expect(droppableKeys(keys, policy, end - 1)).toEqual([]);
    expect(kidsOf(droppableKeys(keys, policy, end))).toEqual(['retired']);
  });
});

describe('the keys that can go', () => {
  it.each<[string, ScheduledKey[], string[]]>([
    ['none that is public', [used, announced, other, over], []],
    ['what is long over', [used, longOver], ['long over']],
    ['not the only one', [longOver], []],
    ['a compromised one, once its tokens are over', [used, { ...longOver, compromisedAt: NOW - 1 }], ['long over']],
    ['no compromised one before: it is to be seen in the list', [used, compromised], []],
  ])('are %s', (_, keys, expected) => expect(kidsOf(droppableKeys(keys, POLICY, NOW))).toEqual(expected));
});

describe('the next key', () => {
  const due = NOW - (POLICY.rotation - POLICY.announce) * SECOND;
  const announcing = { signsFrom: NOW + POLICY.announce * SECOND };

  const ahead = { ...announced, signsFrom: announcing.signsFrom + PROCESS_LAG * SECOND };
  const strayed = { ...ahead, signsFrom: ahead.signsFrom + 1 };

  it.each<[string, ScheduledKey[], { sequence: number; signsFrom: number } | null]>([
    ['the first signs at once', [], { sequence: 1, signsFrom: NOW }],
    ['none before it is due', [key('young', { signsFrom: due + 1 })], null],
    ['when it is due it is announced', [key('old', { signsFrom: due })], { sequence: 2, ...announcing }],
    ['late too', [key('very old', { signsFrom: 0, sequence: 7 })], { sequence: 8, ...announcing }],
    ['not twice', [key('old', { signsFrom: due }), announced], null],
    ['not twice, where the other clock is ahead', [key('old', { signsFrom: due }), ahead], null],
    [
      'though a clock that was wrong made one for later',
      [key('old', { signsFrom: due }), strayed],
      { sequence: 3, ...announcing },
    ],
    ['the first of an algorithm is announced, while another signs', [other], { sequence: 1, ...announcing }],
    ['also while another’s is young and announced', [other, otherAnnounced], { sequence: 1, ...announcing }],
    ['also where services have forgotten the own', [over, other], { sequence: 2, ...announcing }],
    ['after a compromise it signs at once', [compromised], { sequence: 4, signsFrom: NOW }],
    ['unless another key is sound', [compromised, other], { sequence: 4, ...announcing }],
    ['none where the own comes back that services have forgotten', [key('idle', { signsUntil: 0 })], null],
  ])('%s', (_, keys, expected) => {
    const next = nextKey(keys, POLICY, NOW);
    if (expected === null) expect(next).toBeNull();
    else expect(next).toEqual({ ...expected, alg: 'ES256', signsUntil: expected.signsFrom + HOUR });
  });

  it('made early is announced as long', () => {
    expect(followingKey([used], POLICY, NOW)).toEqual({
      alg: 'ES256',
      sequence: 2,
      signsFrom: NOW + DAY,
      signsUntil: NOW + DAY + HOUR,
    });
  });

  it('is found while it is announced', () => {
    expect(announcedKey([used, announced, otherAnnounced], POLICY, NOW)?.kid).toBe('announced');
    expect(announcedKey([used, newer, otherAnnounced], POLICY, NOW)).toBeUndefined();
    expect(announcedKey([{ ...announced, compromisedAt: NOW }], POLICY, NOW)).toBeUndefined();
  });
});

describe('what is stored before a key signs', () => {
  it.each([
    ['nothing in the first half hour', HOUR / 2, TTL, null],
    ['a later time in the second', HOUR / 2 - 1, TTL, { signsUntil: NOW + HOUR, longestTokenTtl: TTL }],
    ['a later time when it is over', -DAY, TTL, { signsUntil: NOW + HOUR, longestTokenTtl: TTL }],
    [
      'a longer life of its tokens, at once',
      2 * HOUR,
      TTL + 1,
      { signsUntil: NOW + 2 * HOUR, longestTokenTtl: TTL + 1 },
    ],
    ['never a shorter life', 0, 1, { signsUntil: NOW + HOUR, longestTokenTtl: TTL }],
  ])('%s', (_, left, ttl, expected) => {
    expect(useToStore({ ...used, signsUntil: NOW + left }, ttl, NOW)).toEqual(expected);
  });
});

describe('the phase of a key', () => {
  const all = [used, newer, announced, compromised, over, other, otherOver];

  it.each([
    { phase: 'announced', of: announced },
    { phase: 'signing', of: newer },
    { phase: 'retired', of: used },
    { phase: 'retired', of: over },
    { phase: 'signing', of: other },
    { phase: 'retired', of: otherOver },
    { phase: 'compromised', of: compromised },
  ])('$phase: the $of.kid one', ({ phase, of }) => expect(phaseOf(of, all, POLICY, NOW)).toBe(phase));

  it('is signing where nobody has signed for an hour, unless the algorithm is another one now', () => {
    const idle = { ...used, signsUntil: NOW };
    expect(phaseOf(idle, [idle], POLICY, NOW)).toBe('signing');
    expect(phaseOf(idle, [idle, other], { ...POLICY, alg: 'RS256' }, NOW)).toBe('retired');
    expect(phaseOf(idle, [idle, other], { ...POLICY, alg: 'RS256' }, NOW - 1)).toBe('signing');
  });
});

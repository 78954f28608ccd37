import { type CachedToken, VerifiedTokenCache } from './verified-token-cache.ts';

const entry = () => ({ judgedAt: 0, wasFound: false }) as CachedToken;
const cacheOf = (most: number, ids: readonly string[]) => {
  const cache = new VerifiedTokenCache(most);
  for (const id of ids) cache.add(id, entry());
  return cache;
};
const kept = (cache: VerifiedTokenCache, ids: string) => [...ids].filter((id) => cache.find(id) !== undefined).join('');
const many = (count: number, prefix = '') => Array.from({ length: count }, (_, at) => prefix + at);

describe('VerifiedTokenCache', () => {
  it('drops the oldest one when full', () => {
    expect(kept(cacheOf(3, [...'abcde']), 'abcde')).toBe('cde');
  });

  it('spares what was found since, once', () => {
    const cache = cacheOf(3, [...'abc']);
    cache.find('a');
    for (const id of 'de') cache.add(id, entry());
    expect(kept(cache, 'abcde')).toBe('ade');
    for (const id of 'fghi') cache.add(id, entry());
    expect(kept(cache, 'adefghi')).toHaveLength(3);
  });

  it('drops one when all were found', () => {
    const cache = cacheOf(3, [...'abc']);
    expect(kept(cache, 'abc')).toBe('abc');
    cache.add('d', entry());
    expect(kept(cache, 'abcd')).toBe('bcd');
  });

  it('keeps as many as it may, and those that come again through a flood of those that do not', () => {
    const again = many(5_000, 'again-');
    const cache = cacheOf(10_000, [...again, ...many(5_000, 'once-')]);
    const found = () => again.filter((id) => cache.find(id) !== undefined).length;
    expect(found()).toBe(5_000);
    for (let flood = 0; flood < 10; flood++) {
      for (const id of many(5_000, `flood-${flood}-`)) cache.add(id, entry());
      expect(found()).toBe(5_000);
    }
  });

  it('walks no further than 10,000 entries for one eviction', () => {
    const ids = many(20_000);
    const cache = cacheOf(20_000, ids);
    for (const id of ids) cache.find(id);
    cache.add('one more', entry());
    expect([cache.find('10000'), cache.find('9999') !== undefined]).toEqual([undefined, true]);
  });

  it('forgets what is deleted, even where eviction stands', () => {
    const cache = cacheOf(3, [...'abcd']);
    cache.delete('b');
    cache.delete('c');
    for (const id of 'efg') cache.add(id, entry());
    expect(kept(cache, 'abcdefg')).toHaveLength(3);
  });

  it('replaces an entry in its place', () => {
    const cache = cacheOf(2, [...'ab']);
    const other = entry();
    cache.add('a', other);
    expect([cache.find('a') === other, cache.find('b') !== undefined]).toEqual([true, true]);
  });

  it('of no size keeps nothing', () => {
    expect(kept(cacheOf(0, [...'ab']), 'ab')).toBe('');
  });
});

import { createSecretKey } from 'node:crypto';
import { HELD, broughtAt, withRequest } from './held-request';

const KEY = createSecretKey(Buffer.alloc(32, 1));
const NOON = Date.UTC(2026, 0, 1, 12);

describe('a pushed request that a browser holds', () => {
  const notes = withRequest('', 'printer', NOON, KEY);

  it('was brought when it came, for an hour', () => {
    expect(broughtAt(notes, 'printer', NOON, KEY)).toBe(NOON);
    expect(broughtAt(notes, 'printer', NOON + HELD - 1, KEY)).toBe(NOON);
    expect(broughtAt(notes, 'printer', NOON + HELD, KEY)).toBeNull();
  });

  it.each([
    ['another request', notes, 'scanner', KEY, NOON],
    ['another key', notes, 'printer', createSecretKey(Buffer.alloc(32, 2)), NOON],
    ['a time to come', notes, 'printer', KEY, NOON - 1],
    ['another time', `A${notes.slice(1, 4)}B${notes.slice(5)}`, 'printer', KEY, NOON],
    ['no cookie', '', 'printer', KEY, NOON],
    ['nothing of ours', `${'é'.repeat(43)}.${'x'.repeat(5_000)}..`, 'printer', KEY, NOON],
  ])('is not held by %s', (_, held, request, key, now) => expect(broughtAt(held, request, now, key)).toBeNull());

  it('stands beside four others, the latest ones', () => {
    const many = ['b', 'c', 'd', 'e', 'f'].reduce((held, name, at) => withRequest(held, name, NOON + at, KEY), notes);
    expect(many).toHaveLength(5 * 43 + 4);
    const times = ['printer', 'b', 'c', 'f'].map((name) => broughtAt(many, name, NOON + 9, KEY));
    expect(times).toEqual([null, NOON, NOON + 1, NOON + 4]);
  });
});

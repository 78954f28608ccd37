import {
  LONGEST_RETRY_WINDOW,
  type RepeatedUse,
  type RotatedFamily,
  isRetry,
  spellScope,
  spellUse,
} from './refresh-rotation';

const USED_AT = 1_700_000_000_000;

/** Generation 3 was used without a scope by an authenticated client; 4 is alive. */
const AGAIN: RepeatedUse = { generation: 3, scope: null, proven: true };
const FAMILY: RotatedFamily = { generation: 4, rotatedAt: USED_AT, rotatedScope: null };

describe('a used refresh token that comes once more', () => {
  const judge = (
    { after = 1000, window = 30, ...family }: Partial<RotatedFamily> & { after?: number; window?: number },
    again: Partial<RepeatedUse> = {},
  ) => isRetry({ ...AGAIN, ...again }, { ...FAMILY, ...family }, window, USED_AT + after);

  it.each([
    ['at the same millisecond', 0, 30, true],
    ['in the last millisecond', 29_999, 30, true],
    ['at the limit itself', 30_000, 30, false],
    ['later', 30_001, 30, false],
    ['within the shortest window', 999, 1, true],
    ['at the limit of the shortest window', 1000, 1, false],
    ['within the longest window', LONGEST_RETRY_WINDOW * 1000 - 1, LONGEST_RETRY_WINDOW, true],
    ['at the limit of the longest window', LONGEST_RETRY_WINDOW * 1000, LONGEST_RETRY_WINDOW, false],
    ['by a clock that is behind the one of the use', -5000, 30, true],
    ['without a window', 0, 0, false],
    ['without a window, by a clock that is behind', -1, 0, false],
    ['without a window, by a clock that is far behind', -60_000, 0, false],
  ])('%s: %i ms after the use, window %i s: %s', (_, after, window, expected) => {
    expect(judge({ after, window })).toBe(expected);
  });

  it.each([
    [0, 1, true],
    [0, 2, false],
    [1, 2, true],
    [4, 4, false],
    [5, 4, false],
    [3, 5, false],
    [3, 100, false],
  ])('is generation %i of a family at %i: %s', (generation, living, expected) => {
    expect(judge({ generation: living }, { generation })).toBe(expected);
  });

  it.each([
    [null, null, true],
    ['notes:read', 'notes:read', true],
    ['notes:read notes:write', 'notes:read notes:write', true],
    ['notes:read', null, false],
    [null, 'notes:read', false],
    ['notes:read', 'notes:write', false],
    ['notes:read', 'notes:read notes:write', false],
    ['notes:read notes:write', 'notes:read', false],
    ['', null, false],
    [null, '', false],
  ])('asks for %j, the use asked for %j: %s', (scope, rotatedScope, expected) => {
    expect(judge({ rotatedScope }, { scope })).toBe(expected);
  });

  it.each([
    [null, 'k', null, 'k', true],
    [['a', 'b'], 'k', ['b', 'a'], 'k', true],
    [null, 'k', null, 'other', false],
    [null, 'k', null, null, false],
    [null, null, null, 'k', false],
    [['a'], 'k', null, 'k', false],
  ])('asks for %j with a proof by %j, the use asked for %j by %j: %s', (scope, key, usedScope, usedKey, expected) => {
    const rotatedScope = spellUse(usedScope, usedKey);
    expect(judge({ rotatedScope }, { scope: spellUse(scope, key) })).toBe(expected);
  });

  it('comes from a client that did not prove itself: false', () => {
    expect(judge({}, { proven: false })).toBe(false);
  });

  it('of a family whose last use was not noted: false', () => {
    expect(judge({ rotatedAt: null })).toBe(false);
    expect(isRetry({ ...AGAIN, generation: -1 }, { ...FAMILY, generation: 0, rotatedAt: null }, 30, USED_AT)).toBe(
      false,
    );
  });
});

describe('a scope in one spelling', () => {
  it.each([
    [null, null],
    [[], ''],
    [['notes:read'], 'notes:read'],
    [['notes:read', 'notes:write'], 'notes:read notes:write'],
    [['notes:write', 'notes:read'], 'notes:read notes:write'],
    [['b', 'a', 'B', 'é'], 'B a b é'],
  ])('%j: %j', (names, expected) => {
    expect(spellScope(names)).toBe(expected);
  });

  it('leaves what it is given as it was', () => {
    const names = ['b', 'a'];
    spellScope(names);
    expect(names).toEqual(['b', 'a']);
  });
});

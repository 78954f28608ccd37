import { formatUserCode, hashUserCode, newUserCode, parseUserCode } from './user-code';

describe('a new user code', () => {
  const codes = Array.from({ length: 2_000 }, newUserCode);

  it('is two times four letters that are hard to mistake', () => {
    for (const code of codes) expect(code).toMatch(/^[BCDFGHJKLMNPQRSTVWXZ]{4}-[BCDFGHJKLMNPQRSTVWXZ]{4}$/);
  });

  it('is random: every letter stands at every place, and no code comes twice', () => {
    for (let place = 0; place < 8; place += 1) {
      const letters = new Set(codes.map((code) => code.replace('-', '')[place]));
      expect(letters.size).toBe(20);
    }
    expect(new Set(codes).size).toBe(codes.length);
  });

  it('reads back', () => {
    for (const code of codes) expect(formatUserCode(parseUserCode(code) ?? '')).toBe(code);
  });
});

describe('parseUserCode', () => {
  it.each(['WDJBMJHT', 'wdjb-mjht', ' WdJb mJhT ', 'w.d.j.b.m.j.h.t', 'WDJB–MJHT', 'WDJB\tMJHT'])(
    '%j is WDJBMJHT',
    (text) => expect(parseUserCode(text)).toBe('WDJBMJHT'),
  );

  it.each(['', '-', 'WDJBMJH', 'WDJBMJHTT', 'WDJBMJHA', 'WDJB1JHT', 'WDJBMJHſ', 'WDJBMJß', 'ＷDJBMJHT'])(
    '%j is none',
    (text) => expect(parseUserCode(text)).toBeNull(),
  );
});

it('what is kept does not tell the code', () => {
  expect(hashUserCode('WDJBMJHT')).toMatch(/^[0-9a-f]{64}$/);
  expect(hashUserCode('WDJBMJHT')).not.toBe(hashUserCode('WDJBMJHX'));
});

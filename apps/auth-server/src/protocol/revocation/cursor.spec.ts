import { formatCursor, parseCursor } from './cursor';

const LOG = 'm0QkAb-_m0QkAb-_m0QkAb';

describe('a cursor', () => {
  it.each([
    [{ log: LOG, version: 0 }, `${LOG}.0.kid-a`],
    [{ log: LOG, version: 4_096, arrived: { tail: 'tail-a', count: 12 } }, `${LOG}.4096.kid-a.tail-a.12`],
  ])('%j is %s, and read again, by whatever key', (cursor, text) => {
    expect(formatCursor(cursor, 'kid-a')).toBe(text);
    expect(parseCursor(text)).toEqual(cursor);
    expect(parseCursor(text.replace('kid-a', 'kid-b'))).toEqual(cursor);
  });

  it.each(['', '5', `${LOG}`, `${LOG}.5`, `${LOG}.x.kid`, `${LOG}.-5.kid`, `${LOG}.5.kid.tail`, `${LOG}.5.kid.t.1.2`])(
    '%j is none',
    (text) => expect(parseCursor(text)).toBeNull(),
  );
});

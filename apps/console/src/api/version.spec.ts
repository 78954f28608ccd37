import { BUILT_FOR, UNTOLD, misfitOf } from './version';

describe('a server of another version', () => {
  it.each([
    ['0.4.0', '0.4.9', null],
    ['0.3.0', '0.4.0', null],
    ['0.9.0', '0.10.0', null],
    ['0.2.0', '0.4.0', 'older'],
    ['0.9.0', '0.11.0', 'older'],
    ['0.5.0', '0.4.0', null],
    ['1.0.0', '0.4.0', 'newer'],
    ['0.9.0', '1.0.0', 'older'],
  ])('%s, for a console built for %s: %s', (served, builtFor, misfit) =>
    expect(misfitOf(served, builtFor)).toBe(misfit),
  );

  it('serves where it is the same', () => expect(misfitOf(BUILT_FOR)).toBeNull());
  it('is known where it does not tell', () => expect(misfitOf(UNTOLD, '0.3.0')).toBe('older'));
});

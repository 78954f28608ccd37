import { shownName } from './shown-name';

describe('shownName', () => {
  it.each([
    ['Photo Printer', 'Photo Printer'],
    ['  two\n lines ', 'two lines'],
    ['\u202egnp.exe', 'gnp.exe'],
    ['a\u2066b\u2069c\u200fd', 'abcd'],
    ['a\u0000b\u001b[31m', 'ab[31m'],
    ['日本語', '日本語'],
    ['\ud83d\ude00 ok', '\ud83d\ude00 ok'],
    ['\ud83d half', 'half'],
  ])('%j is shown as %j', (name, shown) => expect(shownName(name)).toBe(shown));

  it('cuts 10,000 characters at 60, never through one of two halves', () => {
    const shown = shownName('😀'.repeat(10_000));
    expect([...shown]).toHaveLength(60);
    expect(shown.isWellFormed()).toBe(true);
  });
});

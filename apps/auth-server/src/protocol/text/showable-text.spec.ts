import { isName } from './showable-text';

describe('a name', () => {
  it.each(['Ada', 'é', '日本', 'ﾃ', '한', 'مرحبا', '7', '🖨 Photo', '½', 'a\u00ad'])('is one that is seen: %j', (text) =>
    expect(isName(text)).toBe(true),
  );

  it.each([
    ['', 'nothing'],
    [' ', 'a space'],
    ['\u3164', 'a filler of Hangul'],
    ['\u115f\u1160', 'fillers of a syllable'],
    ['\uffa0', 'a filler of half width'],
    ['\u2800', 'a blank of Braille'],
    ['\u00ad\u00ad', 'soft hyphens'],
    ['\u200b\u2060\ufeff', 'spaces of no width'],
    ['...', 'points'],
    ['🖨', 'a picture'],
    ['\u202eAda', 'a mark of the reading direction'],
    ['Ada\n', 'a line break'],
  ])('is not %j: %s', (text) => expect(isName(text)).toBe(false));
});

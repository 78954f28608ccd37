import { rasterTypeOf } from './image-type';

describe('rasterTypeOf', () => {
  it.each([
    ['\x89PNG\r\n\x1a\n....', 'png'],
    ['\xff\xd8\xff\xdb', 'jpg'],
    ['RIFF1234WEBPVP8L', 'webp'],
    ['RIFF1234WAVEfmt ', null],
    ['<svg xmlns="http://www.w3.org/2000/svg"/>', null],
    ['GIF89a', null],
    [' \x89PNG\r\n\x1a\n', null],
    ['', null],
  ])('of %j is %s', (content, type) => {
    expect(rasterTypeOf(Buffer.from(content, 'latin1'))).toBe(type);
  });
});

import {
  ANIMATION,
  JPEG,
  LOSSLESS,
  LOSSY,
  PNG_SIGNATURE,
  canvas,
  png,
  pngChunk,
  webp,
  webpChunk,
} from '@consentry/test-support/world/images';
import { LARGEST_LOGO, logoProblem } from './logo';

const DAMAGED = 'is damaged, or continues past the end of its image';
const ANIMATED = 'is animated; a still image is needed';
const pixels = (width: number, height: number) => `has ${width} x ${height} pixels; at most 1024 x 1024 are allowed`;

/** With other bytes at a place. */
const patched = (content: Buffer, at: number, hex: string) => {
  const copy = Buffer.from(content);
  copy.set(Buffer.from(hex, 'hex'), at);
  return copy;
};
const cut = (content: Buffer, bytes = 1) => content.subarray(0, content.length - bytes);
const behind = (content: Buffer) => Buffer.concat([content, Buffer.from('<script>alert(1)</script>')]);
const SIZE_OF_JPEG = JPEG.indexOf(Buffer.from('ffc0', 'hex')) + 5;
/** Of chunk data that begins behind the file's header and the chunk's. */
const SIZE_OF = { lossy: 12 + 8 + 6, lossless: 12 + 8 + 1 };

describe('logoProblem', () => {
  it.each<[string, Buffer]>([
    ['a PNG', png()],
    ['a PNG of the largest size', png(1_024)],
    ['a JPEG', JPEG],
    [
      'a JPEG with padding before a marker',
      Buffer.concat([JPEG.subarray(0, 2), Buffer.from('ffff', 'hex'), JPEG.subarray(2)]),
    ],
    ['a lossy WebP', webp(LOSSY)],
    ['a lossless WebP', webp(LOSSLESS)],
    ['an extended WebP', webp(canvas(40, 30), webpChunk('ICCP', Buffer.alloc(3)), LOSSY)],
  ])('finds nothing in %s', (_, content) => expect(logoProblem(content)).toBeNull());

  it.each<[string, Buffer, string]>([
    ['nothing', Buffer.alloc(0), 'is empty'],
    ['a byte more than 64 KB', Buffer.concat([png(), Buffer.alloc(LARGEST_LOGO)]), 'is larger than 64 KB'],
    ['SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 'must be a PNG, JPEG or WebP image'],
    ['GIF', Buffer.from('GIF89a'), 'must be a PNG, JPEG or WebP image'],
    ['a signature alone', PNG_SIGNATURE, DAMAGED],
    ['a PNG without its end', cut(png()), DAMAGED],
    ['a PNG without its last chunk', cut(png(), 12), DAMAGED],
    ['a PNG and a page', behind(png()), DAMAGED],
    ['a PNG and a chunk behind its end', Buffer.concat([png(), pngChunk('IDAT')]), DAMAGED],
    ['a PNG that begins with another chunk', Buffer.concat([PNG_SIGNATURE, ANIMATION, pngChunk('IEND')]), DAMAGED],
    ['a PNG without width', patched(png(), 16, '00000000'), DAMAGED],
    ['a PNG with a chunk of 4 GB', patched(png(), 33, 'ffffffff'), DAMAGED],
    ['a PNG whose header names 20,000 pixels', png(20_000), pixels(20_000, 20_000)],
    ['a PNG one pixel too high', png(4, 1_025), pixels(4, 1_025)],
    ['an animated PNG', png(4, 4, [ANIMATION]), ANIMATED],
    ['a JPEG without its end', cut(JPEG), DAMAGED],
    ['the first bytes of a JPEG', JPEG.subarray(0, 3), DAMAGED],
    ['a JPEG and a page', behind(JPEG), DAMAGED],
    ['a JPEG without a frame', Buffer.from('ffd8ffda0002ffd9', 'hex'), DAMAGED],
    ['a JPEG of 65,535 pixels', patched(JPEG, SIZE_OF_JPEG, 'ffff0001'), pixels(1, 65_535)],
    ['a JPEG whose height comes later', patched(JPEG, SIZE_OF_JPEG, '0000'), DAMAGED],
    ['a WebP without its end', cut(webp(LOSSY)), DAMAGED],
    ['a WebP and a page', behind(webp(LOSSY)), DAMAGED],
    ['a WebP without an image', webp(canvas(4, 4)), DAMAGED],
    ['a WebP with a foreign start code', patched(webp(LOSSY), SIZE_OF.lossy - 3, '000000'), DAMAGED],
    ['a lossy WebP that is too wide', patched(webp(LOSSY), SIZE_OF.lossy, 'ff3f'), pixels(16_383, 30)],
    [
      'a lossless WebP that is too large',
      patched(webp(LOSSLESS), SIZE_OF.lossless, 'ffffff0f'),
      pixels(16_384, 16_384),
    ],
    ['an extended WebP with a large canvas', webp(canvas(20_000, 30), LOSSY), pixels(20_000, 30)],
    [
      'a large image on a small canvas',
      patched(webp(canvas(4, 4), LOSSY), 18 + SIZE_OF.lossy, 'ff3f'),
      pixels(16_383, 30),
    ],
    ['an animated WebP', webp(canvas(4, 4, 2), webpChunk('ANMF', Buffer.alloc(16))), ANIMATED],
  ])('refuses %s', (_, content, problem) => expect(logoProblem(content)).toBe(problem));
});

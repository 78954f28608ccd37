/** The first bytes, in hex, of the picture formats that every browser draws and that hold nothing but pixels. */
const MAGIC: readonly (readonly [type: RasterType, first: RegExp])[] = [
  ['png', /^89504e470d0a1a0a/],
  ['jpg', /^ffd8ff/],
  ['webp', /^52494646.{8}57454250/],
];

export type RasterType = 'png' | 'jpg' | 'webp';

/** What a file holds by its content, whatever its name or media type says; `null`: none of these. */
export function rasterTypeOf(content: Uint8Array): RasterType | null {
  const start = Buffer.from(content.subarray(0, 12)).toString('hex');
  return MAGIC.find(([, first]) => first.test(start))?.[0] ?? null;
}

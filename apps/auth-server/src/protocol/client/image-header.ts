import type { RasterType } from './image-type';

/** What an image says of itself, read without decoding it. */
export interface ImageHeader {
  width: number;
  height: number;
  isAnimated: boolean;
}

interface Chunk {
  name: string;
  data: Buffer;
}

type Size = [width: number, height: number];

const READERS: Readonly<Record<RasterType, (content: Buffer) => ImageHeader | null>> = {
  png: readPng,
  jpg: readJpeg,
  webp: readWebp,
};

/** @returns `null` if the file ends early, continues past its image, or names no size. */
export function imageHeader(type: RasterType, content: Buffer): ImageHeader | null {
  const header = READERS[type](content);
  return header !== null && header.width > 0 && header.height > 0 ? header : null;
}

/** PNG §5.2, §5.6: `IHDR` is the first chunk, `IEND` the last. */
function readPng(content: Buffer): ImageHeader | null {
  const chunks = chunksOf(content, 8, (at) => {
    const length = content.readUInt32BE(at);
    return { name: content.toString('latin1', at + 4, at + 8), length, next: at + 12 + length };
  });
  const [first] = chunks;
  const isWhole = chunks.findIndex(({ name }) => name === 'IEND') === chunks.length - 1;
  if (first?.name !== 'IHDR' || first.data.length !== 13 || !isWhole) return null;
  const isAnimated = chunks.some(({ name }) => name === 'acTL');
  return { width: first.data.readUInt32BE(0), height: first.data.readUInt32BE(4), isAnimated };
}

/** Start of frame, in any coding (ITU T.81 table B.1). */
const isFrame = (marker: number) => marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
const START_OF_SCAN = 0xda;
/** Markers without a length, which belong into a scan: readers would go on elsewhere than a skip by length. */
const isBare = (marker: number) => marker === 0x01 || (marker >= 0xd0 && marker <= 0xd9);

function readJpeg(content: Buffer): ImageHeader | null {
  if (content.toString('hex', content.length - 2) !== 'ffd9') return null;
  for (let at = 2; at + 9 <= content.length;) {
    if (content[at] !== 0xff) return null;
    const marker = content[at + 1]!;
    if (marker === START_OF_SCAN || isBare(marker)) return null;
    if (isFrame(marker))
      return { height: content.readUInt16BE(at + 5), width: content.readUInt16BE(at + 7), isAnimated: false };
    // Any number of 0xff may stand before a marker.
    at += marker === 0xff ? 1 : 2 + content.readUInt16BE(at + 2);
  }
  return null;
}

/** RFC 9649 §2.4, §2.7.1.1 */
const ANIMATION = 0x02;

function readWebp(content: Buffer): ImageHeader | null {
  if (content.length < 16 || content.readUInt32LE(4) + 8 !== content.length) return null;
  const chunks = chunksOf(content, 12, (at) => {
    const length = content.readUInt32LE(at + 4);
    return { name: content.toString('latin1', at, at + 4), length, next: at + 8 + length + (length % 2) };
  });
  // The canvas and the image in it each name a size.
  const sizes = chunks.map(webpSize).filter((size) => size !== null);
  const isAnimated = chunks.some(
    ({ name, data }) => name === 'ANMF' || (name === 'VP8X' && (data[0]! & ANIMATION) > 0),
  );
  if (!isAnimated && !chunks.some(({ name }) => name === 'VP8 ' || name === 'VP8L')) return null;
  const [width, height] = [0, 1].map((side) => Math.max(0, ...sizes.map((size) => size[side]!))) as Size;
  return { width, height, isAnimated };
}

function webpSize({ name, data }: Chunk): Size | null {
  if (name === 'VP8X' && data.length >= 10) return [data.readUIntLE(4, 3) + 1, data.readUIntLE(7, 3) + 1];
  if (name === 'VP8 ' && data.length >= 10 && data.toString('hex', 3, 6) === '9d012a')
    return [data.readUInt16LE(6) & 0x3fff, data.readUInt16LE(8) & 0x3fff];
  if (name !== 'VP8L' || data.length < 5 || data[0] !== 0x2f) return null;
  const bits = data.readUInt32LE(1);
  return [(bits & 0x3fff) + 1, ((bits >>> 14) & 0x3fff) + 1];
}

/** @returns none unless the last one ends with the file. */
function chunksOf(
  content: Buffer,
  start: number,
  read: (at: number) => { name: string; length: number; next: number },
): Chunk[] {
  const chunks: Chunk[] = [];
  let at = start;
  while (at + 8 <= content.length) {
    const { name, length, next } = read(at);
    chunks.push({ name, data: content.subarray(at + 8, at + 8 + length) });
    at = next;
  }
  return at === content.length ? chunks : [];
}

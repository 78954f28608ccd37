import { crc32, deflateSync } from 'node:zlib';

/** 40 x 30 pixels in one green, as Chromium writes them. */
export const JPEG = Buffer.from(
  '/9j/4AAQSkZJRgABAQAAAQABAAD/2wBDABsSFBcUERsXFhceHBsgKEIrKCUlKFE6PTBCYFVlZF9VXVtqeJmBanGQc1tdhbWGkJ6jq62rZ4C8ybqmx5moq6T/2wBDARweHigjKE4rK06kbl1upKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKT/wAARCAAeACgDASIAAhEBAxEB/8QAFQABAQAAAAAAAAAAAAAAAAAAAAL/xAAUEAEAAAAAAAAAAAAAAAAAAAAA/8QAFgEBAQEAAAAAAAAAAAAAAAAAAAEF/8QAFBEBAAAAAAAAAAAAAAAAAAAAAP/aAAwDAQACEQMRAD8AgBGeAAAAAAAAAA//2Q==',
  'base64',
);
const VP8 = Buffer.from('8AIAnQEqKAAeAD8RhrxXLCkmI6VoAYAiCWcAADJ0uUAA/m8GdB//EXlV6yY3uAAA', 'base64');
const VP8L = Buffer.from('LydABwAHUNCi1K3/gYjofwA=', 'base64');

export const PNG_SIGNATURE = Buffer.from('89504e470d0a1a0a', 'hex');

/** A PNG of one colour. @param more chunks behind the first one */
export function png(width = 40, height = width, more: readonly Buffer[] = []): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 2], 8);
  const line = Buffer.alloc(1 + 3 * width, 0xa0).fill(0, 0, 1);
  // A header may name what no machine can hold.
  const lines = Buffer.concat(Array.from({ length: width > 5_000 ? 1 : height }, () => line));
  const chunks = [pngChunk('IHDR', header), ...more, pngChunk('IDAT', deflateSync(lines)), pngChunk('IEND')];
  return Buffer.concat([PNG_SIGNATURE, ...chunks]);
}

export function pngChunk(name: string, data: Buffer = Buffer.alloc(0)): Buffer {
  const named = Buffer.concat([Buffer.from(name, 'latin1'), data]);
  return Buffer.concat([uint32(data.length, 'BE'), named, uint32(crc32(named), 'BE')]);
}

/** The marker of APNG. */
export const ANIMATION = pngChunk('acTL', Buffer.from('0000000200000000', 'hex'));

export const webp = (...chunks: Buffer[]): Buffer => {
  const content = Buffer.concat([Buffer.from('WEBP'), ...chunks]);
  return Buffer.concat([Buffer.from('RIFF'), uint32(content.length, 'LE'), content]);
};

export const webpChunk = (name: string, data: Buffer): Buffer =>
  Buffer.concat([Buffer.from(name), uint32(data.length, 'LE'), data, Buffer.alloc(data.length % 2)]);

export const LOSSY = webpChunk('VP8 ', VP8);
export const LOSSLESS = webpChunk('VP8L', VP8L);

/** The canvas of an extended file. */
export function canvas(width: number, height: number, flags = 0): Buffer {
  const data = Buffer.alloc(10);
  data[0] = flags;
  data.writeUIntLE(width - 1, 4, 3);
  data.writeUIntLE(height - 1, 7, 3);
  return webpChunk('VP8X', data);
}

function uint32(value: number, order: 'BE' | 'LE'): Buffer {
  const buffer = Buffer.alloc(4);
  buffer[`writeUInt32${order}`](value);
  return buffer;
}

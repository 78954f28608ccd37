import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import { encodingFor } from '../../../protocol/text/accept';
import { Reply } from './reply';

const COMPRESS = { br: promisify(brotliCompress), gzip: promisify(gzip) };
const kept = { br: new WeakMap<Buffer, Promise<Buffer>>(), gzip: new WeakMap<Buffer, Promise<Buffer>>() };

/**
 * Compressed as the client takes it. Only for what holds no secret (BREACH).
 *
 * @param content one that is kept, so that it is compressed once
 */
export async function compressedReply(
  content: Buffer,
  headers: Readonly<Record<string, string>>,
  acceptEncoding: string | undefined,
): Promise<Reply> {
  const encoding = encodingFor(acceptEncoding);
  if (encoding === null) return new Reply(200, content, headers);
  return new Reply(200, await compressed(content, encoding), { ...headers, 'content-encoding': encoding });
}

/** Made by the first request, off the event loop: at the start, all of them would cost half a second of CPU. */
function compressed(content: Buffer, encoding: keyof typeof COMPRESS): Promise<Buffer> {
  const known = kept[encoding].get(content);
  if (known !== undefined) return known;
  const made = COMPRESS[encoding](content);
  kept[encoding].set(content, made);
  // Without this, one failure for want of memory would leave the pages without a style sheet until a restart.
  made.catch(() => kept[encoding].delete(content));
  return made;
}

import { type KeyLike, type SignKeyObjectInput, sign } from 'node:crypto';
import { setImmediate as turn } from 'node:timers/promises';
import { promisify } from 'node:util';
import type { OpenKey } from './key-ring';
import { DIGEST } from './sign-jwt';

/** Bytes that are encoded in one turn of the event loop; a multiple of 3, so that the parts join. */
const PART = 3 * 256 * 1024;

const signInThread = promisify<string | null, Buffer, KeyLike | SignKeyObjectInput, Buffer>(sign as never);

/** The same as `signJwt`, without holding up other requests: claims of megabytes are encoded in parts, and hashed by a thread. */
export async function signLargeJwt({ alg, kid, privateKey }: OpenKey, typ: string, claims: Buffer): Promise<Buffer> {
  const parts = [Buffer.from(JSON.stringify({ alg, kid, typ })).toString('base64url'), '.'].map((text) =>
    Buffer.from(text),
  );
  for (let at = 0; at < claims.length; at += PART) {
    parts.push(Buffer.from(claims.toString('base64url', at, at + PART), 'latin1'));
    if (at > 0) await turn();
  }
  const input = Buffer.concat(parts);
  const signature = await signInThread(DIGEST[alg], input, { key: privateKey, dsaEncoding: 'ieee-p1363' });
  return Buffer.concat([input, Buffer.from(`.${signature.toString('base64url')}`)]);
}

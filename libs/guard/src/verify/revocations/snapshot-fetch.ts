import { assertAnswered } from './feed-errors.ts';

export interface SnapshotRequest {
  readonly uri: string;
  /** What is held: the answer may be what came since. */
  readonly held: { readonly log: string; readonly version: number } | undefined;
  /** `Authorization`, where the issuer asks for it. */
  readonly authorization: string | undefined;
  readonly signal: AbortSignal;
}

/** Bytes after decompression: some hundred thousand entries. */
const MOST_BYTES = 64 * 1024 * 1024;

/** Fetches a document as text. Rejects with an Error for the log: unreachable, not 200, over 64 MiB, aborted. */
export async function fetchSnapshot({ uri, held, authorization, signal }: SnapshotRequest): Promise<string> {
  const url = new URL(uri);
  if (held !== undefined) {
    url.searchParams.set('since', String(held.version));
    url.searchParams.set('log', held.log);
  }
  const headers = { accept: 'application/revocations+jwt', ...(authorization === undefined ? {} : { authorization }) };
  const response = await fetch(url.href, { headers, redirect: 'manual', signal });
  await assertAnswered(response);
  return readText(response);
}

async function readText(response: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of (response.body ?? []) as AsyncIterable<Uint8Array>) {
    size += chunk.byteLength;
    if (size > MOST_BYTES) throw new Error(`the answer is over ${MOST_BYTES} bytes`);
    chunks.push(chunk);
  }
  // A compact JWS is ASCII.
  return Buffer.concat(chunks).toString('latin1');
}

import { type KeySet, parseKeySet } from './key-set.ts';

export interface FetchLimits {
  readonly timeoutMs: number;
  readonly maxBytes: number;
}

const LIMITS: FetchLimits = { timeoutMs: 5_000, maxBytes: 262_144 };

/**
 * Fetches a JWK Set. Rejects with an Error for the log: unreachable, slower than 5 s, not 200, over 256 KiB, no JWK
 * Set. Redirects are refused: a momentary attacker could move the keys for good.
 */
export async function fetchKeySet(uri: string, limits: FetchLimits = LIMITS): Promise<KeySet> {
  const response = await fetch(uri, {
    headers: { accept: 'application/jwk-set+json, application/json' },
    redirect: 'manual',
    signal: AbortSignal.timeout(limits.timeoutMs),
  });
  if (response.status !== 200) {
    await response.body?.cancel();
    throw new Error(`the answer was ${response.status}`);
  }
  return parseKeySet(JSON.parse(await readText(response, limits.maxBytes)));
}

async function readText(response: Response, maxBytes: number): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of (response.body ?? []) as AsyncIterable<Uint8Array>) {
    size += chunk.byteLength;
    if (size > maxBytes) throw new Error(`the answer is over ${maxBytes} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

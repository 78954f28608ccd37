import { boundedText } from '../bounded-text.ts';
import { type Caller, callIssuer } from '../issuer-call.ts';
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
export async function fetchKeySet(
  uri: string,
  limits: FetchLimits = LIMITS,
  call: Caller = callIssuer,
): Promise<KeySet> {
  const response = await call(uri, {
    headers: { accept: 'application/jwk-set+json, application/json' },
    signal: AbortSignal.timeout(limits.timeoutMs),
  });
  if (response.status !== 200) {
    await response.body?.cancel();
    throw new Error(`the answer was ${response.status}`);
  }
  return parseKeySet(JSON.parse(await boundedText(response, limits.maxBytes)));
}

/** RFC 7515 §4.1.9: never to be taken for an access token. */
export const PAGE_TYP = 'revocations+jwt';
export const PAGE_TYPE = `application/${PAGE_TYP}`;

/** Seconds: a page confirms for as long what a service holds, and a call waits for the next one for at most as long. */
const TTL = 60;
export const LONGEST_WAIT = 25;

/** Seconds in which a page may be used: of a closed one caches keep copies, and how fresh a reader is the tail tells. */
const LIFETIME = { closed: 172_800, tail: TTL };

export interface PageFacts {
  issuer: string;
  /** Epoch milliseconds. */
  now: number;
  log: string;
  /** The cursor that it continues; without one it begins anew. */
  after: string | undefined;
  next: string;
  /** Whether the next page is there already: then this one is closed. */
  more: boolean;
}

/** The claims of a page without its entries. */
export function pageClaims({ issuer, now, log, after, next, more }: PageFacts) {
  const iat = Math.floor(now / 1000);
  const exp = iat + (more ? LIFETIME.closed : LIFETIME.tail);
  const cursors = { ...(after !== undefined && { after }), next, ...(more && { more }) };
  return { iss: issuer, iat, exp, ttl: TTL, wait: LONGEST_WAIT, log, ...cursors };
}

/** RFC 7515 §4.1.9: never to be taken for an access token. */
export const SNAPSHOT_TYP = 'revocations+jwt';
export const SNAPSHOT_TYPE = `application/${SNAPSHOT_TYP}`;

/** Seconds after which a service fetches the snapshot again, and after which the snapshot expires. */
const TTL = 60;
const LIFETIME = 300;

export interface SnapshotFacts {
  issuer: string;
  /** Epoch milliseconds. */
  now: number;
  log: string;
  version: number;
  /** Of the rest: the version that it continues. */
  since?: number | undefined;
}

/** The claims of a snapshot without its entries, which are the last member and may be many. */
export function snapshotClaims({ issuer, now, log, version, since }: SnapshotFacts) {
  const iat = Math.floor(now / 1000);
  return { iss: issuer, iat, exp: iat + LIFETIME, ttl: TTL, v: version, log, ...(since !== undefined && { since }) };
}

/** A version in a query or an event id; `null` for anything else. */
export const parseVersion = (text: string): number | null => (/^\d{1,10}$/.test(text) ? Number(text) : null);

/** The id of an event: the history, and the version up to which it was sent. */
export const eventId = (log: string, version: number) => `${log}.${version}`;

/** RFC 9110 §13.1.2: compares weakly. */
export function matchesAny(ifNoneMatch: string | undefined, etag: string): boolean {
  const tags = (ifNoneMatch ?? '').split(',').map((tag) => tag.trim().replace(/^W\//, ''));
  return tags.includes(etag) || tags.includes('*');
}

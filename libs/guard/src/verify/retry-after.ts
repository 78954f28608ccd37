/** Milliseconds: a longer wait than this says nothing any more. */
const LONGEST = 600_000;

/** `Retry-After` in milliseconds (RFC 9110 §10.2.3, as seconds); undefined where an answer has none, or 0. */
export function retryAfterOf({ headers }: Response): number | undefined {
  const seconds = /^[1-9]\d*$/.exec(headers.get('retry-after') ?? '')?.[0];
  return seconds === undefined ? undefined : Math.min(Number(seconds) * 1_000, LONGEST);
}

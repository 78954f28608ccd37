/** Milliseconds: a longer wait than this says nothing any more. */
const LONGEST = 600_000;

/** `Retry-After` in milliseconds (RFC 9110 §10.2.3, as seconds); undefined where an answer has none. */
export function retryAfterOf({ headers }: Response): number | undefined {
  const seconds = Number(headers.get('retry-after') ?? NaN);
  return seconds >= 0 ? Math.min(seconds * 1_000, LONGEST) : undefined;
}

/** An answer of the issuer's feed that is not 200. */
export class FeedRefusal extends Error {
  override readonly name = 'FeedRefusal';

  constructor(
    readonly status: number,
    /** Of `Retry-After`, in milliseconds, where the answer had one. */
    readonly retryAfter: number | undefined,
  ) {
    super(`the answer was ${status}`);
  }
}

/** A document that came and may not be used. */
export class UnusableDocument extends Error {
  override readonly name = 'UnusableDocument';
}

const LONGEST_WAIT = 600_000;

/** Throws a `FeedRefusal` unless the answer is 200; a redirect could lead to a feed that knows of nothing. */
export async function assertAnswered(response: Response): Promise<void> {
  if (response.status === 200) return;
  await response.body?.cancel().catch(() => undefined);
  const seconds = Number(response.headers.get('retry-after') ?? NaN);
  throw new FeedRefusal(response.status, seconds >= 0 ? Math.min(seconds * 1_000, LONGEST_WAIT) : undefined);
}

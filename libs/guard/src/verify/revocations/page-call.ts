import { boundedText } from '../bounded-text.ts';
import { callIssuer } from '../issuer-call.ts';
import { retryAfterOf } from '../retry-after.ts';

export interface PageRequest {
  readonly uri: string;
  /** The cursor of the page; undefined for the first one. */
  readonly after: string | undefined;
  /** Seconds for which the issuer may hold the call while nothing is newer. */
  readonly wait: number;
  /** `Authorization`, where the issuer asks for it. */
  readonly authorization: string | undefined;
  readonly signal: AbortSignal;
}

export interface PageAnswer {
  readonly text: string;
  /** Milliseconds: the issuer had no place to hold the call. */
  readonly retryAfter: number | undefined;
}

/** An answer of the issuer's feed that is not 200. */
export class FeedRefusal extends Error {
  override readonly name = 'FeedRefusal';

  constructor(
    readonly status: number,
    /** Of `Retry-After`, in milliseconds, where the answer had one. */
    readonly retryAfter: number | undefined,
    why = `the answer was ${status}`,
  ) {
    super(why);
  }
}

/** After decompression; a page of 16,384 entries has about half a megabyte. */
const MOST_BYTES = 4 * 1024 * 1024;

/**
 * Fetches a page as text. Rejects with an Error for the log: unreachable, over 4 MiB, aborted, or a `FeedRefusal`. No
 * redirects: they could lead to a feed that knows of nothing.
 */
export async function fetchPage({ uri, after, wait, authorization, signal }: PageRequest): Promise<PageAnswer> {
  const url = new URL(uri);
  if (after !== undefined) url.searchParams.set('after', after);
  if (wait > 0) url.searchParams.set('wait', String(wait));
  const headers = { accept: 'application/revocations+jwt', ...(authorization === undefined ? {} : { authorization }) };
  const response = await callIssuer(url.href, { headers, signal });
  if (response.status === 200) {
    return { text: await boundedText(response, MOST_BYTES), retryAfter: retryAfterOf(response) };
  }
  await response.body?.cancel().catch(() => undefined);
  throw new FeedRefusal(response.status, retryAfterOf(response));
}

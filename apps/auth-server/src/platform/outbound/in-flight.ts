import { OAuthError } from '../../protocol/oauth-error';

/** Running fetches, coalesced by URL and bounded: unauthenticated callers choose the URLs. */
export class InFlight<T> {
  private readonly running = new Map<string, Promise<T>>();

  constructor(private readonly most: number) {}

  has(url: string): boolean {
    return this.running.has(url);
  }

  /** The fetch of this URL, begun if none runs; `null` where too many others run. */
  fetch(url: string, begin: () => Promise<T>): Promise<T> | null {
    const running = this.running.get(url);
    if (running !== undefined) return running;
    if (this.running.size >= this.most) return null;
    const fetching = begin().finally(() => this.running.delete(url));
    this.running.set(url, fetching);
    return fetching;
  }
}

/** @param timeoutMs after which one of the running fetches is over. */
export const tooManyFetches = (what: string, timeoutMs: number) =>
  new OAuthError('temporarily_unavailable', `too many ${what} are being fetched`, { retryAfter: timeoutMs / 1000 });

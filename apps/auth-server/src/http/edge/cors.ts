import type { IncomingHttpHeaders } from 'node:http';
import type { Header } from '../answers/answer-headers';
import { Reply } from '../answers/reply';

export const ANY_ORIGIN: Header = ['access-control-allow-origin', '*'];

const FOR_ALL: readonly Header[] = [
  ANY_ORIGIN,
  ['access-control-expose-headers', 'DPoP-Nonce, Retry-After, WWW-Authenticate, X-Request-Id'],
];
const FOR_ALLOWED: readonly Header[] = [
  ['access-control-allow-credentials', 'true'],
  ['access-control-expose-headers', 'Retry-After, WWW-Authenticate, X-Request-Id'],
];

const PREFLIGHT_AGE = '600';

/** Which pages may read which answers (the Fetch standard's CORS protocol). */
export class Cors {
  constructor(private readonly origins: readonly string[]) {}

  headersFor(isForAnyOrigin: boolean, origin: string | undefined): readonly Header[] {
    if (isForAnyOrigin) return FOR_ALL;
    return this.isAllowed(origin) ? [['access-control-allow-origin', origin], ...FOR_ALLOWED] : [];
  }

  isPreflight(method: string, headers: IncomingHttpHeaders): boolean {
    return method === 'OPTIONS' && headers.origin !== undefined && 'access-control-request-method' in headers;
  }

  preflightReply(isForAnyOrigin: boolean, origin: string | undefined, methods: readonly string[]): Reply {
    if (!isForAnyOrigin && !this.isAllowed(origin)) return new Reply(204, undefined);
    return new Reply(204, undefined, {
      'access-control-allow-methods': methods.join(', '),
      'access-control-allow-headers': 'Authorization, Content-Type, DPoP, Prefer',
      'access-control-max-age': PREFLIGHT_AGE,
    });
  }

  private isAllowed(origin: string | undefined): origin is string {
    return origin !== undefined && this.origins.includes(origin);
  }
}

import type { IncomingHttpHeaders } from 'node:http';
import type { Header } from '../answers/answer-headers';
import { Reply } from '../answers/reply';
import type { Route } from './route-table';

export const ANY_ORIGIN: Header = ['access-control-allow-origin', '*'];

const FOR_ALL: readonly Header[] = [
  ANY_ORIGIN,
  ['access-control-expose-headers', 'DPoP-Nonce, Retry-After, WWW-Authenticate, X-Request-Id'],
];
const FOR_ALLOWED: readonly Header[] = [
  ['access-control-allow-credentials', 'true'],
  ['access-control-expose-headers', 'Retry-After, WWW-Authenticate, X-Request-Id'],
];

const HEADERS = 'Authorization, Content-Type, DPoP, Prefer';

/** RFC 9110 §5.6.2. */
const TOKEN = /^[\w!#$%&'*+.^`|~-]+$/;

const MOST_NAMES = 32;

const PREFLIGHT_AGE = '600';

/** Whose pages may read a path; `CORS_ORIGINS` where neither is so. */
type Readers = Pick<Route, 'isForAnyOrigin' | 'isForOwnOrigin'>;

/** All that is asked for: libraries in pages add names of their own, and no cookie travels with them. */
function allowing(asked = ''): Record<string, string> {
  const names = asked.split(',').map((name) => name.trim());
  const areTaken = names.length <= MOST_NAMES && names.every((name) => TOKEN.test(name));
  const vary = { vary: 'Access-Control-Request-Headers' };
  return areTaken ? { ...vary, 'access-control-allow-headers': names.join(', ') } : vary;
}

/** Which pages may read which answers (the Fetch standard's CORS protocol). */
export class Cors {
  constructor(private readonly origins: readonly string[]) {}

  headersFor(readers: Readers | undefined, origin: string | undefined): readonly Header[] {
    if (readers?.isForAnyOrigin) return FOR_ALL;
    if (readers?.isForOwnOrigin) return [];
    return this.isAllowed(origin) ? [['access-control-allow-origin', origin], ...FOR_ALLOWED] : [];
  }

  isPreflight(method: string, headers: IncomingHttpHeaders): boolean {
    return method === 'OPTIONS' && headers.origin !== undefined && 'access-control-request-method' in headers;
  }

  /** @param asked the `Access-Control-Request-Headers`. */
  preflightReply(
    readers: Readers | undefined,
    origin: string | undefined,
    methods: readonly string[],
    asked?: string,
  ): Reply {
    const isForOthers = readers?.isForAnyOrigin || (!readers?.isForOwnOrigin && this.isAllowed(origin));
    if (!isForOthers) return new Reply(204, undefined);
    return new Reply(204, undefined, {
      'access-control-allow-methods': methods.join(', '),
      ...(readers?.isForAnyOrigin ? allowing(asked) : { 'access-control-allow-headers': HEADERS }),
      'access-control-max-age': PREFLIGHT_AGE,
    });
  }

  private isAllowed(origin: string | undefined): origin is string {
    return origin !== undefined && this.origins.includes(origin);
  }
}

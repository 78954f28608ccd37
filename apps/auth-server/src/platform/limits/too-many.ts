import { Problem } from '../http/answers/problem';
import { OAuthError } from '../../protocol/oauth-error';
import type { ReachedLimit } from './counter';
import { LIMITS, type Limit } from './limit-table';

/** 429 with `Retry-After`; an OAuth error or problem details, as the limit's endpoint answers. */
export function tooMany({ limit, until }: ReachedLimit, now: number): OAuthError | Problem {
  const { code, message }: Limit = LIMITS[limit];
  const retryAfter = Math.max(1, Math.ceil((until - now) / 1000));
  const text = `${message}; try again in ${retryAfter} seconds`;
  if (code === null) return new Problem(429, text, { headers: { 'retry-after': String(retryAfter) } });
  return new OAuthError(code, text, { status: 429, retryAfter });
}

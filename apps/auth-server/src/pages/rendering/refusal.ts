import { Problem } from '../../platform/http/answers/problem';
import { OAuthError } from '../../protocol/oauth-error';

/** Why a form, or a field of it, was refused: each page has its words for them. */
export type Reason = 'wrong' | 'taken' | 'unknown' | 'nothing' | 'notMine' | 'anotherAccount' | 'tooMany' | 'busy';

/** A form that was refused, for its page to tell. */
export interface Refusal {
  /** Of the page that tells it: browsers keep no password that got an error, and logs show it. */
  status: number;
  /** By field, in the order of the form; `form`: all of it. */
  wrong: Readonly<Record<string, Reason>>;
  /** Seconds until it is worth another try. */
  wait?: number;
  /** By field; never a password. */
  typed?: Readonly<Record<string, string>>;
}

export const isLimit = (reason: Reason | undefined): boolean => reason === 'tooMany' || reason === 'busy';

/** The field that gets the focus. */
export const firstWrong = (refusal: Refusal | null): string | undefined =>
  Object.keys(refusal?.wrong ?? {}).find((name) => name !== 'form');

/** Boxes of scopes that were ticked; `null`: the question is new. */
export const tickedIn = (refusal: Refusal | null): readonly string[] | null =>
  refusal?.typed?.['scope']?.split(' ').filter((name) => name !== '') ?? null;

/** @param field what tells it; default: the form. @throws what is neither a limit nor a moment of overload. */
export function refusalBy(error: unknown, field = 'form'): Refusal {
  if (error instanceof Problem && error.status === 429)
    return { status: 429, wrong: { [field]: 'tooMany' }, wait: Number(error.more.headers?.['retry-after'] ?? 60) };
  if (error instanceof OAuthError && error.status === 429)
    return { status: 429, wrong: { [field]: 'tooMany' }, wait: error.detail.retryAfter ?? 60 };
  if (error instanceof OAuthError && error.status === 503)
    return { status: 503, wrong: { [field]: 'busy' }, wait: error.detail.retryAfter ?? 1 };
  throw error;
}

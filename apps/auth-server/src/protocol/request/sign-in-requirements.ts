import { invalidRequest } from '../oauth-error';
import type { Prompt } from './prompt';

/** How an account proved who it is. */
export interface Authentication {
  /** When it signed in, in epoch milliseconds. */
  authTime: number;
  /** Its class (OpenID Connect Core §2). */
  acr: string | null;
}

/** What a request asks of it. */
export interface AuthenticationDemand {
  prompt: readonly Prompt[];
  /** Seconds since the sign-in, at most; `null` where any age will do. */
  maxAge: number | null;
  /** Any of them; none where any class will do. */
  acrValues: readonly string[];
}

/** The class of a sign-in by password. */
export const PASSWORD_ACR = 'urn:consentry:acr:password';

/** Whether the account must sign in for this very request: `max_age=0` says the same (OIDC Core §15.1). */
export const wantsNewSignIn = ({ prompt, maxAge }: AuthenticationDemand) => prompt.includes('login') || maxAge === 0;

/** Whether any sign-in will do, however old and of whatever class. */
export const takesAnySignIn = (demand: AuthenticationDemand) =>
  !wantsNewSignIn(demand) && demand.maxAge === null && demand.acrValues.length === 0;

/**
 * Whether a sign-in meets what a request asks for (OpenID Connect Core §3.1.2.1, RFC 9470 §5).
 *
 * @param demandedAt when this request was first seen, in epoch milliseconds; asked for where it wants a new sign-in.
 */
export function isAuthenticated(
  { authTime, acr }: Authentication,
  demand: AuthenticationDemand,
  { now, demandedAt }: { now: number; demandedAt: number },
): boolean {
  if (wantsNewSignIn(demand) && authTime < demandedAt) return false;
  if (demand.maxAge !== null && demand.maxAge > 0 && now - authTime > demand.maxAge * 1000) return false;
  return demand.acrValues.length === 0 || (acr !== null && demand.acrValues.includes(acr));
}

/**
 * Whether no sign-in is of a class that is asked for: to sign in again would never end (RFC 9470 §5).
 *
 * @param hasTrustedIssuers whose sign-ins may be of any class.
 */
export const isOutOfReach = ({ acrValues }: AuthenticationDemand, hasTrustedIssuers: boolean) =>
  acrValues.length > 0 && !hasTrustedIssuers && !acrValues.includes(PASSWORD_ACR);

/** @throws OAuthError `invalid_request`. */
export function parseMaxAge(text: string | undefined): number | null {
  if (text === undefined) return null;
  if (!/^\d{1,9}$/.test(text)) throw invalidRequest('max_age must be a whole number of seconds');
  return Number(text);
}

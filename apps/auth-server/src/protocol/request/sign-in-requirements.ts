import { invalidRequest } from '../oauth-error';
import type { Prompt } from './prompt';

/** An account's sign-in. */
export interface Authentication {
  /** Epoch milliseconds. */
  authTime: number;
  /** Authentication context class (OpenID Connect Core §2). */
  acr: string | null;
}

/** What a request requires of the sign-in. */
export interface AuthenticationDemand {
  prompt: readonly Prompt[];
  /** Maximum age in seconds; `null` for any. */
  maxAge: number | null;
  /** Accepted classes; empty for any. */
  acrValues: readonly string[];
}

/** The class of a sign-in by password. */
export const PASSWORD_ACR = 'urn:consentry:acr:password';

/** Whether this request needs a new sign-in: `prompt=login`, or `max_age=0` (OIDC Core §15.1). */
export const wantsNewSignIn = ({ prompt, maxAge }: AuthenticationDemand) => prompt.includes('login') || maxAge === 0;

export const takesAnySignIn = (demand: AuthenticationDemand) =>
  !wantsNewSignIn(demand) && demand.maxAge === null && demand.acrValues.length === 0;

/**
 * Whether a sign-in meets a request's requirements (OpenID Connect Core §3.1.2.1, RFC 9470 §5).
 *
 * @param demandedAt when this request first came, in epoch milliseconds, if it needs a new sign-in.
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
 * Whether no sign-in can have a required class: signing in again would never end (RFC 9470 §5).
 *
 * @param hasTrustedIssuers their sign-ins may have any class.
 */
export const isOutOfReach = ({ acrValues }: AuthenticationDemand, hasTrustedIssuers: boolean) =>
  acrValues.length > 0 && !hasTrustedIssuers && !acrValues.includes(PASSWORD_ACR);

/** @throws OAuthError `invalid_request`. */
export function parseMaxAge(text: string | undefined): number | null {
  if (text === undefined) return null;
  if (!/^\d{1,9}$/.test(text)) throw invalidRequest('max_age must be a whole number of seconds');
  return Number(text);
}

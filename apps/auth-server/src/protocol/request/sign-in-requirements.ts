import { invalidRequest } from '../oauth-error';
import type { Prompt } from './prompt';

export interface Authentication {
  /** Epoch milliseconds. */
  authTime: number;
  /** OpenID Connect Core §2. */
  acr: string | null;
}

export interface AuthenticationDemand {
  prompt: readonly Prompt[];
  /** Seconds; `null`: any. */
  maxAge: number | null;
  /** Empty: any. */
  acrValues: readonly string[];
}

export const PASSWORD_ACR = 'urn:consentry:acr:password';

/** `prompt=login`, or `max_age=0` (OIDC Core §15.1). */
export const wantsNewSignIn = ({ prompt, maxAge }: AuthenticationDemand) => prompt.includes('login') || maxAge === 0;

export const takesAnySignIn = (demand: AuthenticationDemand) =>
  !wantsNewSignIn(demand) && demand.maxAge === null && demand.acrValues.length === 0;

/**
 * OpenID Connect Core §3.1.2.1, RFC 9470 §5.
 *
 * @param demandedAt first arrival of the request, in epoch milliseconds, if it needs a new sign-in.
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
 * No sign-in can have a required class: signing in again would never end (RFC 9470 §5).
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

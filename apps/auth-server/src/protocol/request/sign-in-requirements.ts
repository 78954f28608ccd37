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
  /** `acr_values` of an OpenID request are a wish (OIDC Core §5.5.1.1), else a demand (RFC 9470 §4). */
  isAcrVoluntary: boolean;
}

/** What of a request a sign-in does not meet: another account, a newer sign-in, another class. */
export type UnmetDemand = 'account' | 'login' | 'max_age' | 'acr_values';

export const PASSWORD_ACR = 'urn:consentry:acr:password';

/** `prompt=login`, or `max_age=0` (OIDC Core §15.1). */
export const wantsNewSignIn = ({ prompt, maxAge }: AuthenticationDemand) => prompt.includes('login') || maxAge === 0;

/**
 * A sign-in may have a class that is wished for: it is asked for once.
 *
 * @param hasOtherSignIns of trusted issuers or `SIGN_IN_URL`, which may have any class.
 */
export const isWorthAsking = ({ prompt, acrValues, isAcrVoluntary }: AuthenticationDemand, hasOtherSignIns: boolean) =>
  isAcrVoluntary && acrValues.length > 0 && hasOtherSignIns && !prompt.includes('none');

/**
 * OpenID Connect Core §3.1.2.1, RFC 9470 §5.
 *
 * @param demandedAt first arrival of the request, in epoch milliseconds, if it needs or is worth a new sign-in.
 * @returns `null` if the sign-in will do.
 */
export function unmetDemand(
  { authTime, acr }: Authentication,
  demand: AuthenticationDemand,
  { now, demandedAt }: { now: number; demandedAt: number },
): Exclude<UnmetDemand, 'account'> | null {
  if (wantsNewSignIn(demand) && authTime < demandedAt) return 'login';
  if (demand.maxAge !== null && demand.maxAge > 0 && now - authTime > demand.maxAge * 1000) return 'max_age';
  if (demand.acrValues.length === 0 || (acr !== null && demand.acrValues.includes(acr))) return null;
  return demand.isAcrVoluntary && demandedAt < now ? null : 'acr_values';
}

/**
 * No sign-in can have a required class: signing in again would never end (RFC 9470 §5).
 *
 * @param hasOtherSignIns of trusted issuers or `SIGN_IN_URL`, which may have any class.
 */
export const isOutOfReach = ({ acrValues, isAcrVoluntary }: AuthenticationDemand, hasOtherSignIns: boolean) =>
  !isAcrVoluntary && acrValues.length > 0 && !hasOtherSignIns && !acrValues.includes(PASSWORD_ACR);

/** @throws OAuthError `invalid_request`. */
export function parseMaxAge(text: string | undefined): number | null {
  if (text === undefined) return null;
  if (!/^\d{1,9}$/.test(text)) throw invalidRequest('max_age must be a whole number of seconds');
  return Number(text);
}

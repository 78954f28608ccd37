import { type RegistrationPolicy, isTrustedRegistration } from '../client/trusted-registration';
import type { ClientOrigin } from '../client/client';

export interface RefusedCaller {
  isSignedIn: boolean;
  /** Whether the account has an active grant for the client. */
  hasGrant: boolean;
}

/**
 * Whether a browser is redirected to the client with an error (RFC 6749 §4.1.2.1) before any decision; anyone can write
 * the link that leads here (RFC 9700 §4.11.2, ADR 48).
 *
 * @param code the error; of a caller who is not signed in only what `prompt=none` asks for (OpenID Connect Core §3.1.2.6).
 */
export function mayRedirectError(
  code: string,
  client: { origin: ClientOrigin },
  { isSignedIn, hasGrant }: RefusedCaller,
  policy: RegistrationPolicy,
): boolean {
  if (client.origin !== 'console') return false;
  if (!isSignedIn) return code === 'login_required' && isTrustedRegistration(client, policy);
  return hasGrant || isTrustedRegistration(client, policy);
}

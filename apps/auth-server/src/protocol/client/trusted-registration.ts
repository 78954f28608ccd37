import { isLoopbackUrl } from '../text/loopback';
import type { ClientOrigin } from './client';

/** Settings of the server. */
export interface RegistrationPolicy {
  developers: 'all' | 'invited';
  issuer: string;
}

/**
 * Whether the operator vouches for the redirect URIs of a client: an invited developer registered them, or this is a
 * development server on loopback. Anyone else could register a page to send people to (RFC 9700 §4.11.2).
 */
export const isTrustedRegistration = (
  { origin }: { origin: ClientOrigin },
  { developers, issuer }: RegistrationPolicy,
): boolean => origin === 'console' && (developers === 'invited' || isLoopbackUrl(issuer));

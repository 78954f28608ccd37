import type { ClientType } from '../client/client';
import { describeRedirect } from './redirect-uri';

/**
 * Whether `prompt=none` gets a code: the redirect must identify the client, and any program can claim to be a public one
 * on loopback or a private-use scheme (RFC 8252 §8.6).
 */
export function isSilentlyGranted(
  request: { scope: readonly string[]; redirectUri: string; authorizationDetails: string | null },
  { type }: { type: ClientType },
  granted: readonly string[],
): boolean {
  const { scope, redirectUri, authorizationDetails } = request;
  // A grant keeps only scopes.
  if (authorizationDetails !== null) return false;
  if (!scope.every((name) => granted.includes(name))) return false;
  return type === 'confidential' || describeRedirect(redirectUri).isWeb;
}

import type { ClientType } from './client';
import { describeRedirect } from './redirect-uri';

/**
 * Whether a request may be answered without asking (`prompt=none`): all of it was granted before, and the redirect
 * tells who the client is. A public client on loopback or a private-use scheme could be anybody (RFC 8252 §8.6).
 */
export function isSilentlyGranted(
  { scope, redirectUri }: { scope: readonly string[]; redirectUri: string },
  { type }: { type: ClientType },
  granted: readonly string[],
): boolean {
  if (!scope.every((name) => granted.includes(name))) return false;
  return type === 'confidential' || describeRedirect(redirectUri).isWeb;
}

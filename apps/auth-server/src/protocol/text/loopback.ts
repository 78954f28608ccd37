const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/;

/** @param hostname as `URL` spells it. */
export const isLoopbackHost = (hostname: string) => LOOPBACK.test(hostname);

export const isLoopbackUrl = (url: string) => isLoopbackHost(new URL(url).hostname);

/** Redirect URIs over http (RFC 8252 §7.3). */
export const isLoopbackRedirectHost = (hostname: string) => /^(localhost|127\.0\.0\.1|\[::1\])$/.test(hostname);

/** `null` unless http on loopback. The host stays: who listens on one need not listen on the other. */
export function withoutLoopbackPort(uri: string): string | null {
  const match = /^(http:\/\/(?:localhost|127\.0\.0\.1|\[::1\]))(?::(\d{1,5}))?(?=[/?]|$)/.exec(uri);
  if (match === null) return null;
  const [whole, origin = '', port] = match;
  if (port !== undefined && (Number(port) > 65535 || Number(port) === 0)) return null;
  return origin + uri.slice(whole.length);
}

const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/;

/** @param hostname as `URL` spells it. */
export const isLoopbackHost = (hostname: string) => LOOPBACK.test(hostname);

export const isLoopbackUrl = (url: string) => isLoopbackHost(new URL(url).hostname);

/** The hosts that a redirect URI over http may have (RFC 8252 §7.3). */
export const isLoopbackRedirectHost = (hostname: string) => /^(localhost|127\.0\.0\.1|\[::1\])$/.test(hostname);

/** The URI without its port, if it is http on a loopback IP literal; else `null`. */
export function withoutLoopbackPort(uri: string): string | null {
  const match = /^(http:\/\/(?:127\.0\.0\.1|\[::1\]))(?::(\d{1,5}))?(?=[/?]|$)/.exec(uri);
  if (match === null) return null;
  const [whole, origin = '', port] = match;
  if (port !== undefined && (Number(port) > 65535 || Number(port) === 0)) return null;
  return origin + uri.slice(whole.length);
}

import { isLoopbackHost } from '../../protocol/text/loopback';

const PORT = 8080;

/** Where a program listens for a redirect: behind the team's own proxy, unless the redirect URI is on loopback. */
export function listenerOf(redirectUri: string): { host: string; port: number } {
  const { hostname, port } = new URL(redirectUri);
  if (!isLoopbackHost(hostname)) return { host: 'localhost', port: PORT };
  return { host: hostname.replace(/[[\]]/g, ''), port: port === '' ? 80 : Number(port) };
}

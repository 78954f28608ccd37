import { isLoopbackUrl } from '../config/url-setting';

/** Milliseconds that a client may take to answer. */
const TIMEOUT = 2_000;

/**
 * Posts a logout token to a client (OpenID Connect Back-Channel Logout §2.5, §2.8). Redirects are not followed.
 *
 * @returns `null` where the client has taken it, else why not.
 */
export async function deliver(uri: string, logoutToken: string, issuer: string): Promise<string | null> {
  // A client on loopback without TLS is for development alone.
  if (!uri.startsWith('https:') && !(isLoopbackUrl(uri) && isLoopbackUrl(issuer))) return 'the URI is not https';
  try {
    const response = await fetch(uri, {
      method: 'POST',
      redirect: 'error',
      body: new URLSearchParams({ logout_token: logoutToken }),
      signal: AbortSignal.timeout(TIMEOUT),
    });
    await response.body?.cancel();
    return response.ok ? null : `it answered ${response.status}`;
  } catch (error) {
    return error instanceof Error && error.name === 'TimeoutError' ? 'it took too long' : 'it could not be reached';
  }
}

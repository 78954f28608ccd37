import type { Settings } from '../../platform/config/settings';
import { isLoopbackUrl } from '../../protocol/text/loopback';
import { FORM } from '../../platform/http/edge/edge-request';
import { OutboundError, type OutboundReason, fetchOutbound } from '../../platform/outbound/outbound';

/** Milliseconds. */
const TIMEOUT = 2_000;

/** Bytes of an answer, which is not used. */
const LONGEST_ANSWER = 100_000;

const FAILURES: Record<OutboundReason, string> = {
  url_not_allowed: 'its URI is not https',
  unreachable: 'it could not be reached',
  too_slow: 'it took too long',
  too_large: 'its answer is too long',
};

/**
 * Posts a logout token to a client (OpenID Connect Back-Channel Logout §2.5, §2.8). Redirects are not followed.
 *
 * @param settings if the issuer is on loopback (development), the client may be too.
 * @returns `null` if the client accepted it, else why not.
 */
export async function deliver(
  uri: string,
  logoutToken: string,
  { issuer, insecureHosts }: Pick<Settings, 'issuer' | 'insecureHosts'>,
): Promise<string | null> {
  try {
    const { status } = await fetchOutbound(uri, {
      method: 'POST',
      headers: { 'content-type': FORM },
      body: new URLSearchParams({ logout_token: logoutToken }).toString(),
      maxBytes: LONGEST_ANSWER,
      timeoutMs: TIMEOUT,
      allowLoopback: isLoopbackUrl(issuer),
      insecureHosts,
    });
    return status >= 200 && status < 300 ? null : `it answered with ${status}`;
  } catch (error) {
    if (error instanceof OutboundError) return FAILURES[error.reason];
    throw error;
  }
}

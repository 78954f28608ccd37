import { type EdgeRequest, FromRequest, queryOf } from '../../platform/http/edge/edge-request';
import { invalidRequest } from '../../protocol/oauth-error';
import { parseParameters } from '../../protocol/request/parameters';
import { LONGEST_WAIT } from '../../protocol/revocation/page';

export interface PageCall {
  authorization: string | undefined;
  address: string;
  acceptEncoding: string | undefined;
  /** A cursor, not parsed. */
  after: string | undefined;
  /** Seconds for which to wait while nothing is newer. */
  wait: number;
  /** Calls the listener when the call has ended, answered or not. */
  onEnd: (listener: () => void) => void;
}

/** @throws OAuthError `invalid_request` for a malformed query */
export const CurrentPageCall = () => FromRequest(pageCallOf);

function pageCallOf({ url, headers, edge }: EdgeRequest): PageCall {
  const { after, wait = '0' } = parseParameters(queryOf(url), ['after', 'wait']);
  if (!/^\d{1,9}$/.test(wait)) throw invalidRequest(`wait must be a whole number of seconds from 0 to ${LONGEST_WAIT}`);
  return {
    authorization: headers.authorization,
    address: edge.address,
    acceptEncoding: headers['accept-encoding'],
    after,
    wait: Math.min(Number(wait), LONGEST_WAIT),
    onEnd: edge.onEnd,
  };
}

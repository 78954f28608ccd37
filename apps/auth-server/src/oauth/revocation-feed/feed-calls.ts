import { type EdgeRequest, FromRequest, queryOf } from '../../http/edge/edge-request';
import { parseParameters } from '../../protocol/request/parameters';

export interface SnapshotCall {
  authorization: string | undefined;
  address: string;
  ifNoneMatch: string | undefined;
  acceptEncoding: string | undefined;
  parameters: { since?: string; log?: string };
}

export interface StreamCall {
  authorization: string | undefined;
  address: string;
  lastEventId: string | undefined;
}

/** @throws OAuthError `invalid_request` for a malformed query */
export const CurrentSnapshotCall = () => FromRequest(snapshotCallOf);

export const CurrentStreamCall = () => FromRequest(streamCallOf);

function snapshotCallOf({ url, headers, edge }: EdgeRequest): SnapshotCall {
  return {
    authorization: headers.authorization,
    address: edge.address,
    ifNoneMatch: headers['if-none-match'],
    acceptEncoding: headers['accept-encoding'],
    parameters: parseParameters(queryOf(url), ['since', 'log']),
  };
}

function streamCallOf({ headers, edge }: EdgeRequest): StreamCall {
  const { authorization, 'last-event-id': lastEventId } = headers;
  return {
    authorization,
    address: edge.address,
    lastEventId: typeof lastEventId === 'string' ? lastEventId : undefined,
  };
}

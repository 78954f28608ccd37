import { SOCKET_CALL } from '../guard.tokens.ts';
import type { ProvenRequest } from '../possession.ts';

interface Noted {
  [SOCKET_CALL]?: ProvenRequest;
}

/** The handshake that opened a socket, as the call by which its messages are judged. */
export function callOfSocket(socket: object): ProvenRequest | undefined {
  return (socket as Noted)[SOCKET_CALL];
}

/**
 * Notes the call of a socket: its handshake's request, with what the client sent in place of the header that browsers
 * cannot set. More than one token is refused by what reads the header (RFC 6750 §2).
 *
 * @param sent values of `Authorization`; what is present and no text is refused by what reads the header.
 */
export function noteCall(socket: object, request: ProvenRequest, sent: readonly unknown[]): ProvenRequest {
  const { method = 'GET', url = '', headers = {}, rawHeaders = [] } = request;
  const values = [headers.authorization, ...sent].filter((value) => value !== undefined && value !== null);
  const authorization = values.length > 1 ? values : values[0];
  const call = { method, url, rawHeaders, headers: { authorization, dpop: headers.dpop } };
  (socket as Noted)[SOCKET_CALL] = call;
  return call;
}

/** Another socket of the same handshake: ws makes its socket after the handshake was judged. */
export function shareCall(from: object, to: object): void {
  Object.assign(to, { [SOCKET_CALL]: callOfSocket(from) });
}

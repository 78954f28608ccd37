import type { BearerError } from '../bearer.error.ts';
import type { ProvenRequest } from '../possession.ts';
import { errorFrame } from '../transports/refusal.ts';
import type { SocketEnd } from './open-sockets.ts';
import { callOfSocket, noteCall } from './socket-call.ts';

/** RFC 6455 §7.4.1: a message, or here a token, that violates the policy. */
const POLICY_VIOLATION = 1008;

/** A WebSocket of the package ws. */
export interface WsClient {
  readonly readyState: number;
  send(text: string): void;
  close(code: number, reason: string): void;
  once(event: 'close', listener: () => void): unknown;
}

/** A socket of socket.io. */
export interface SocketIoClient {
  readonly handshake: { readonly auth?: { readonly token?: unknown } };
  readonly request?: ProvenRequest;
  emit(event: string, data: object): unknown;
  disconnect(close: boolean): unknown;
  once(event: 'disconnect', listener: () => void): unknown;
}

export function isSocketIo(client: object): client is SocketIoClient {
  return 'handshake' in client && 'disconnect' in client;
}

export function isWs(client: object): client is WsClient {
  return 'send' in client && 'readyState' in client;
}

/** The call by which a client's messages are judged; undefined where its handshake was not seen. */
export function callOfClient(client: object): ProvenRequest | undefined {
  const known = callOfSocket(client);
  if (known || !isSocketIo(client)) return known;
  const { token } = client.handshake.auth ?? {};
  return noteCall(client, client.request ?? {}, [typeof token === 'string' ? `Bearer ${token}` : token]);
}

/** Tells a client of the package ws what socket.io's is told by Nest: there Nest's own filter reaches nobody. */
export function tell(client: WsClient, error: BearerError): void {
  if (client.readyState === 1) client.send(JSON.stringify({ event: 'exception', data: errorFrame(error) }));
}

/** How a client's socket is ended: it is told why first. */
export function endOf(client: SocketIoClient | WsClient): SocketEnd {
  if (isSocketIo(client)) {
    return {
      close: (error) => {
        client.emit('exception', errorFrame(error));
        client.disconnect(true);
      },
      onClosed: (listener) => client.once('disconnect', listener),
    };
  }
  return {
    close: (error) => {
      tell(client, error);
      client.close(POLICY_VIOLATION, error.message);
    },
    onClosed: (listener) => client.once('close', listener),
  };
}

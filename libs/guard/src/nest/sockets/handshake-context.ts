import type { ArgumentsHost, ExecutionContext, Type } from '@nestjs/common';

import type { VerifiedAccessToken } from '../../verify/token/verified-access-token.ts';
import type { OpenSockets } from './open-sockets.ts';

const ADMITTED: unique symbol = Symbol.for('@consentry/guard:admitted');

/** A token by which a handshake was let in, and who closes the socket when it ends. */
export interface Admission {
  readonly token: VerifiedAccessToken;
  readonly sockets: OpenSockets;
}

/**
 * A gateway's handshake as a call of its `handleConnection`, whose decorators count, and those of the class. The client
 * is socket.io's socket, or the request of the handshake where ws has no socket yet.
 */
export class HandshakeContext implements ExecutionContext {
  admission: Admission | undefined;

  constructor(
    private readonly client: object,
    private readonly gateway: Type,
  ) {}

  readonly [ADMITTED] = (admission: Admission) => {
    this.admission = admission;
  };

  getType = <T extends string>() => 'ws' as T;
  getClass = <T>() => this.gateway as Type<T>;
  getHandler = () => handshakeHandlerOf(this.gateway);
  getArgs = <T extends unknown[]>() => [this.client] as unknown as T;
  getArgByIndex = <T>(index: number) => [this.client][index] as T;
  switchToWs = () => ({
    getClient: <T>() => this.client as T,
    getData: <T>() => undefined as T,
    getPattern: () => 'connection',
  });
  switchToHttp = notThis;
  switchToRpc = notThis;
}

/** Tells a handshake by which token it was let in; other calls have nothing to be told. */
export function admitHandshake(context: ArgumentsHost, admission: Admission): void {
  (context as { [ADMITTED]?: (admission: Admission) => void })[ADMITTED]?.(admission);
}

/** `handleConnection` of a gateway; a function without decorators where it has none. */
export function handshakeHandlerOf(gateway: Type): () => void {
  return (gateway.prototype as { handleConnection?: () => void }).handleConnection ?? noHandler;
}

const noHandler = () => undefined;

const notThis = (): never => {
  throw new Error('A handshake of a gateway is not an HTTP or RPC call');
};

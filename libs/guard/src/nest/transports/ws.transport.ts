import type { ExecutionContext } from '@nestjs/common';

import type { VerifiedAccessToken } from '../../verify/token/verified-access-token.ts';
import type { BearerError } from '../bearer.error.ts';
import type { ProvenRequest } from '../possession.ts';
import { callOfClient, isSocketIo, isWs, tell } from '../sockets/client-socket.ts';
import { admitHandshake } from '../sockets/handshake-context.ts';
import type { OpenSockets } from '../sockets/open-sockets.ts';
import { FILTERS } from '../start/nest-metadata.ts';
import { holdToken } from './carrier.ts';
import type { NestExceptions } from './nest-exceptions.ts';
import { errorFrame } from './refusal.ts';
import type { Transport } from './transport.ts';

/** Messages of gateways: each is judged by the token of its socket's handshake. */
export class WsTransport implements Transport {
  constructor(
    private readonly sockets: OpenSockets,
    private readonly nest: Pick<NestExceptions, 'WsException' | 'reachesWs'>,
  ) {}

  requestOf(context: ExecutionContext): ProvenRequest {
    return callOfClient(context.switchToWs().getClient<object>()) ?? {};
  }

  hold(context: ExecutionContext, token: VerifiedAccessToken): void {
    holdToken(context, token);
    admitHandshake(context, { token, sockets: this.sockets });
  }

  /** A socket whose token ended is closed. */
  refusalOf(error: BearerError, context: ExecutionContext): Error {
    const client = context.switchToWs().getClient<object>();
    const isClosed = error.code === 'invalid_token' && this.sockets.close(client, error);
    if (!isClosed && isWs(client) && !this.isToldByNest(client, context)) tell(client, error);
    const { WsException } = this.nest;
    return WsException ? Object.assign(new WsException(errorFrame(error)), { cause: error }) : error;
  }

  /** Whether Nest's own filter, or the host's, tells the client. */
  private isToldByNest(client: object, context: ExecutionContext): boolean {
    return this.nest.reachesWs || isSocketIo(client) || hasFilters(context);
  }
}

/** A host's own exception filter answers by itself. */
function hasFilters(context: ExecutionContext): boolean {
  return [context.getHandler(), context.getClass()].some((holder) => Reflect.hasMetadata(FILTERS, holder));
}

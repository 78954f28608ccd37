import type { ExecutionContext } from '@nestjs/common';
import type { HttpAdapterHost } from '@nestjs/core';

import type { GuardSettings } from '../guard.settings.ts';
import type { OpenSockets } from '../sockets/open-sockets.ts';
import { GraphqlTransport } from './graphql.transport.ts';
import { HttpTransport } from './http.transport.ts';
import type { NestExceptions } from './nest-exceptions.ts';
import { RpcTransport } from './rpc.transport.ts';
import type { Transport } from './transport.ts';
import { WsTransport } from './ws.transport.ts';

/** How each kind of call brings its token. */
export class Transports {
  private readonly byType: Readonly<Record<string, Transport>>;

  constructor(adapterHost: HttpAdapterHost, { rpcToken }: GuardSettings, sockets: OpenSockets, nest: NestExceptions) {
    this.byType = {
      http: new HttpTransport(adapterHost, sockets),
      graphql: new GraphqlTransport(sockets),
      ws: new WsTransport(sockets, nest),
      rpc: new RpcTransport(rpcToken, nest.RpcException),
    };
  }

  /** Throws an Error for a kind of call that is none of Nest's own: it is not let through. */
  of(context: ExecutionContext): Transport {
    const transport = this.byType[context.getType()];
    if (transport === undefined) throw new Error(`JwtBearerGuard cannot guard "${context.getType()}" handlers`);
    return transport;
  }
}

import type { ExecutionContext } from '@nestjs/common';
import type { HttpAdapterHost } from '@nestjs/core';

import type { GuardSettings } from '../guard.settings.ts';
import type { OpenSockets } from '../sockets/open-sockets.ts';
import { GraphqlTransport } from './graphql.transport.ts';
import { HttpTransport } from './http.transport.ts';
import { MessageTransport } from './message.transport.ts';
import type { NestExceptions } from './nest-exceptions.ts';
import type { Transport } from './transport.ts';
import { WsTransport } from './ws.transport.ts';

/** How each kind of call brings its token. */
export class Transports {
  private readonly byType: Readonly<Record<string, Transport>>;

  constructor(
    adapterHost: HttpAdapterHost,
    { messageTokens }: GuardSettings,
    sockets: OpenSockets,
    nest: NestExceptions,
  ) {
    const others = Object.entries(messageTokens).map(
      ([kind, tokenOf]) => [kind, new MessageTransport(tokenOf)] as const,
    );
    this.byType = {
      ...Object.fromEntries(others),
      http: new HttpTransport(adapterHost, sockets),
      graphql: new GraphqlTransport(sockets),
      ws: new WsTransport(sockets, nest),
      rpc: new MessageTransport(messageTokens.rpc, nest.RpcException),
    };
  }

  /** Throws an Error for a kind of call that is neither Nest's own nor named by `messageTokens`: it is not let through. */
  of(context: ExecutionContext): Transport {
    const kind = context.getType<string>();
    if (this.knows(kind)) return this.byType[kind]!;
    throw new Error(`JwtBearerGuard cannot find the token of "${kind}" messages. ${waysOutOf(kind)}`);
  }

  knows(kind: string): boolean {
    return Object.hasOwn(this.byType, kind);
  }
}

/** What the application can do about messages that may bring their token anywhere. */
export const waysOutOf = (kind: string) =>
  `@Public() lets them through without a token, and the option messageTokens: { ${kind}: (context) => … } says where it is.`;

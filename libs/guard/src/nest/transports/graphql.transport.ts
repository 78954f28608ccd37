import type { ExecutionContext } from '@nestjs/common';

import type { VerifiedAccessToken } from '../../verify/token/verified-access-token.ts';
import type { BearerError } from '../bearer.error.ts';
import type { ProvenRequest } from '../possession.ts';
import type { OpenSockets } from '../sockets/open-sockets.ts';
import { callOfSocket, noteCall } from '../sockets/socket-call.ts';
import { holdToken } from './carrier.ts';
import { requestOfGraphql, type Subscription, subscriptionOf } from './graphql-request.ts';
import { refusalOf } from './refusal.ts';
import type { Transport } from './transport.ts';

/** What clients of graphql-ws try again after, with fresh `connectionParams`. */
const FORBIDDEN = 4403;

/**
 * Resolvers of any driver. A query or mutation has its HTTP request's token; a subscription has that of
 * `connectionParams.authorization`, else of its handshake, and its socket is closed when the token ends.
 */
export class GraphqlTransport implements Transport {
  constructor(private readonly sockets: OpenSockets) {}

  requestOf(context: ExecutionContext): ProvenRequest {
    const shared: unknown = context.getArgByIndex(2);
    const subscription = subscriptionOf(shared);
    return subscription ? callOfSubscription(subscription) : (requestOfGraphql(shared) ?? {});
  }

  hold(context: ExecutionContext, token: VerifiedAccessToken): void {
    holdToken(context, token);
    const shared: unknown = context.getArgByIndex(2);
    const subscription = subscriptionOf(shared);
    const socket = subscription?.extra.socket;
    if (socket) {
      this.sockets.keep(socket, callOfSubscription(subscription), token, {
        close: (error) => socket.close(FORBIDDEN, error.message),
        onClosed: (listener) => socket.once('close', listener),
      });
    } else {
      Object.assign(requestOfGraphql(shared) ?? {}, { user: token });
    }
  }

  /** Every server shows an error's `extensions`; Apollo and Mercurius answer 200 with them, as for all errors. */
  refusalOf(error: BearerError): Error {
    return Object.assign(error, { extensions: refusalOf(error) });
  }
}

function callOfSubscription({ extra, connectionParams }: Subscription): ProvenRequest {
  const sent = [connectionParams?.authorization, connectionParams?.Authorization];
  return callOfSocket(extra) ?? noteCall(extra, extra.request ?? {}, sent);
}

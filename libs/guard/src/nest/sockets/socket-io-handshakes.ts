import { callOfClient, endOf, type SocketIoClient } from './client-socket.ts';
import type { Admission } from './handshake-context.ts';
import { refusedHandshake } from './handshake-refusal.ts';
import { type JudgeHandshake, keepAdmitted } from './judge-handshake.ts';

/** A server or namespace of socket.io. */
export interface SocketIoServer {
  use(middleware: (client: SocketIoClient, next: (error?: Error) => void) => void): unknown;
  on(event: 'connection', listener: (client: SocketIoClient) => void): unknown;
  /** The server of a namespace. */
  readonly server?: { readonly opts?: ServerOptions };
  readonly opts?: ServerOptions;
}

interface ServerOptions {
  readonly connectionStateRecovery?: { skipMiddlewares?: boolean };
}

/** Judges each handshake before there is a connection: a client that is refused gets `connect_error`. */
export function guardSocketIo(server: SocketIoServer, judge: JudgeHandshake): void {
  const admitted = new WeakMap<object, readonly Admission[]>();
  // A recovered connection would skip the middleware, though its token may have ended meanwhile.
  const recovery = (server.server ?? server).opts?.connectionStateRecovery;
  if (recovery) recovery.skipMiddlewares = false;
  server.use((client, next) => {
    judge(client).then(
      (admissions) => {
        admitted.set(client, admissions);
        next();
      },
      (error: unknown) => next(connectError(error)),
    );
  });
  server.on('connection', (client) => {
    const admissions = admitted.get(client);
    if (admissions) keepAdmitted(client, callOfClient(client), admissions, endOf(client));
    else client.disconnect(true);
  });
}

function connectError(error: unknown): Error {
  const { frame } = refusedHandshake(error);
  return Object.assign(new Error(frame.message), { data: frame });
}

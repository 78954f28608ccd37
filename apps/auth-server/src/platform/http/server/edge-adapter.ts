import { ExpressAdapter } from '@nestjs/platform-express/adapters/express-adapter';
import express from 'express';
import http from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { trustOf } from '../../config/trusted-proxies';
import { API_HEADERS } from '../answers/answer-headers';
import { Connections } from './connections';
import { ANY_ORIGIN } from '../edge/cors';
import type { EdgeRequest } from '../edge/edge-request';
import { Reply } from '../answers/reply';
import { writeReply } from '../answers/write-reply';

/** Three percent-encoded parameters of 2,048 bytes fit. */
const MAX_HEADER_SIZE = 32 * 1024;

/** Milliseconds for a whole request, and between checks of it. */
const REQUEST_TIMEOUT = 30_000;
const TIMEOUT_CHECK = 5_000;

/** Milliseconds until an idle connection is closed. */
const KEEP_ALIVE = 30_000;

/** Longer than proxies keep theirs (nginx 1 minute, Caddy 2, Google 10): closing first turns a request under way into a 502. */
const KEEP_ALIVE_OF_PROXY = 620_000;

const LIMITS = {
  maxHeaderSize: MAX_HEADER_SIZE,
  requestTimeout: REQUEST_TIMEOUT,
  connectionsCheckingInterval: TIMEOUT_CHECK,
};

export interface Entrance {
  /** Sets `request.edge`; `next` calls Express. */
  enter(request: EdgeRequest, response: http.ServerResponse, next: () => void): void;
  /** Changes with every request and answer. */
  readonly traffic: number;
  /** Whether a request of this connection is not answered yet. */
  isServed(socket: Socket): boolean;
}

/** Express with requests and responses created with its prototypes: setting them per request is slow on Node 20 and 22 (ADR 7). */
export class EdgeAdapter extends ExpressAdapter {
  private connections: Connections | undefined;

  /** @param admit whether to accept a connection */
  constructor(
    private readonly trustedProxies: readonly string[],
    private readonly entrance: Entrance,
    private readonly admit: (socket: Socket) => boolean = () => true,
  ) {
    super(newExpress(trustedProxies));
  }

  override initHttpServer(): void {
    const app = this.getInstance<express.Express>();
    const classes = bornWithPrototypes(app);
    // Express redirects by the first `url` it sees, which must not name another host.
    const handle = (request: http.IncomingMessage, response: http.ServerResponse) => {
      request.url = originForm(request.url ?? '/');
      this.entrance.enter(request as EdgeRequest, response, () => void app(request, response));
    };
    const keepAliveTimeout = this.trustedProxies.length > 0 ? KEEP_ALIVE_OF_PROXY : KEEP_ALIVE;
    const server = http.createServer({ ...classes, ...LIMITS, keepAliveTimeout, requireHostHeader: false }, handle);
    server.on('connection', (socket: Socket) => {
      // Reading `remoteAddress` caches it: after a reset Node could not look it up.
      const isGone = socket.remoteAddress === undefined;
      if (isGone || !this.admit(socket)) socket.destroy();
    });
    server.on('clientError', refuseUnreadable);
    // Node's own answers to an unknown Expect, and to a missing Host, would lack our headers.
    server.on('checkExpectation', handle);
    this.connections = new Connections(server);
    this.httpServer = server;
  }

  override async close(): Promise<void> {
    await this.connections?.drain(() => this.entrance.traffic);
    await super.close();
  }

  /** See {@link Connections.dropWaiting}. */
  async dropWaiting(): Promise<void> {
    await this.connections?.dropWaiting((socket) => this.entrance.isServed(socket));
  }

  /** Serves `@Header`. */
  override setHeader(response: express.Response, name: string, value: string): void {
    const { edge } = response.req as EdgeRequest;
    edge.headers = [...edge.headers.filter(([other]) => other !== name), [name, value]];
  }

  override reply(response: express.Response, body: unknown, status?: number): unknown {
    const reply = body instanceof Reply ? body : new Reply(status ?? response.statusCode, body ?? undefined);
    return writeReply(response, reply);
  }
}

function newExpress(trustedProxies: readonly string[]): express.Express {
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  app.disable('query parser');
  app.enable('case sensitive routing');
  app.enable('strict routing');
  app.set('trust proxy', trustedProxies.length > 0 ? trustOf(trustedProxies) : false);
  return app;
}

function bornWithPrototypes(app: express.Express) {
  // Stack traces show the names: keep Node's.
  class IncomingMessage extends http.IncomingMessage {}
  class ServerResponse extends http.ServerResponse<IncomingMessage> {}
  Object.setPrototypeOf(IncomingMessage.prototype, app.request);
  Object.setPrototypeOf(ServerResponse.prototype, app.response);
  app.request = IncomingMessage.prototype as express.Request;
  app.response = ServerResponse.prototype as express.Response;
  return { IncomingMessage, ServerResponse };
}

/** The path of a request target in absolute form (RFC 9112 §3.2.2). */
function originForm(target: string): string {
  if (target.startsWith('/') && !target.includes('#')) return target;
  const path = target.replace(/^[a-z][a-z0-9+.-]*:\/\/[^/?#]*/i, '').replace(/#.*$/, '');
  return path.startsWith('/') ? path : `/${path}`;
}

/** Answers what Node's parser refuses; there is no response object yet. Every page may read it: the path is unknown. */
function refuseUnreadable(error: NodeJS.ErrnoException, socket: Duplex): void {
  if (!socket.writable || error.code === 'ECONNRESET') {
    socket.destroy();
    return;
  }
  const status = error.code === 'HPE_HEADER_OVERFLOW' ? 431 : error.code === 'ERR_HTTP_REQUEST_TIMEOUT' ? 408 : 400;
  const body = JSON.stringify({ error: 'invalid_request', error_description: 'the request cannot be read' });
  const headers = {
    ...Object.fromEntries([...API_HEADERS, ANY_ORIGIN]),
    'content-type': 'application/json; charset=utf-8',
    'content-length': String(body.length),
    connection: 'close',
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  const answer = [`HTTP/1.1 ${status} ${http.STATUS_CODES[status]}`, ...lines, '', body].join('\r\n');
  // After `end` alone the client could keep its half of the connection open.
  socket.end(answer, () => socket.destroy());
}

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
import { Reply, writeReply } from '../answers/reply';

/** Headers of up to 32 KB are read: three parameters of 2,048 bytes, percent-encoded, fit. */
const MAX_HEADER_SIZE = 32 * 1024;

/** Milliseconds for a whole request, and how often that is looked at. */
const REQUEST_TIMEOUT = 30_000;
const TIMEOUT_CHECK = 5_000;

/** Milliseconds for which an idle connection is kept. */
const KEEP_ALIVE = 30_000;

/**
 * The same where a proxy is trusted, longer than by the proxy: nginx keeps one for 60 s, Caddy for 2 minutes, Google's
 * load balancer for 10. The server must not close first: a request on its way there is a 502.
 */
const KEEP_ALIVE_OF_PROXY = 620_000;

const LIMITS = {
  maxHeaderSize: MAX_HEADER_SIZE,
  requestTimeout: REQUEST_TIMEOUT,
  connectionsCheckingInterval: TIMEOUT_CHECK,
};

/** What a request passes before it comes to Express. */
export interface Entrance {
  /** Gives the request its `edge`; `next` calls Express. */
  enter(request: EdgeRequest, response: http.ServerResponse, next: () => void): void;
  /** Counts requests and answers. */
  readonly traffic: number;
}

/**
 * Express with requests and responses born with its prototypes. Express sets them on every request otherwise, which
 * gives each its own hidden class on Node 20 and 22 and makes a request four times as dear (ADR 7).
 */
export class EdgeAdapter extends ExpressAdapter {
  private connections: Connections | undefined;

  /** @param admit counts a connection, and tells whether there is a place for it. */
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
    // Express keeps the target it first saw for redirects of its own, so it must never see another host in it.
    const handle = (request: http.IncomingMessage, response: http.ServerResponse) => {
      request.url = originForm(request.url ?? '/');
      this.entrance.enter(request as EdgeRequest, response, () => void app(request, response));
    };
    const keepAliveTimeout = this.trustedProxies.length > 0 ? KEEP_ALIVE_OF_PROXY : KEEP_ALIVE;
    const server = http.createServer({ ...classes, ...LIMITS, keepAliveTimeout, requireHostHeader: false }, handle);
    server.on('connection', (socket: Socket) => {
      // Node looks the address up at the first read and keeps it; after a reset it could not be had any more.
      const isGone = socket.remoteAddress === undefined;
      if (isGone || !this.admit(socket)) socket.destroy();
    });
    server.on('clientError', refuseUnreadable);
    // Node's own answers to other expectations than 100-continue, and to a lack of Host, would bear none of our headers.
    server.on('checkExpectation', handle);
    this.connections = new Connections(server);
    this.httpServer = server;
  }

  override async close(): Promise<void> {
    await this.connections?.drain(() => this.entrance.traffic);
    await super.close();
  }

  /** What `@Header` names. */
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
  // The names show in development stacks: keep Node's own.
  class IncomingMessage extends http.IncomingMessage {}
  class ServerResponse extends http.ServerResponse<IncomingMessage> {}
  Object.setPrototypeOf(IncomingMessage.prototype, app.request);
  Object.setPrototypeOf(ServerResponse.prototype, app.response);
  app.request = IncomingMessage.prototype as express.Request;
  app.response = ServerResponse.prototype as express.Response;
  return { IncomingMessage, ServerResponse };
}

/** A whole URL is a request target too (RFC 9112 §3.2.2): only its path counts, for the edge and the router alike. */
function originForm(target: string): string {
  if (target.startsWith('/') && !target.includes('#')) return target;
  const path = target.replace(/^[a-z][a-z0-9+.-]*:\/\/[^/?#]*/i, '').replace(/#.*$/, '');
  return path.startsWith('/') ? path : `/${path}`;
}

/**
 * What Node's parser refuses: answered by hand, as there is no response object yet. Every page may read it, as what the
 * token endpoints answer: of which path it is cannot be told, and it says the same to all.
 */
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
  // Ended alone, the socket would stay as long as the other side likes.
  socket.end(answer, () => socket.destroy());
}

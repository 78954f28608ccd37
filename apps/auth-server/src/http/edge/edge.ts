import { randomUUID } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import type { Logger } from 'pino';
import type { Clock } from '../../config/clock';
import type { Settings } from '../../config/settings';
import { forwardedAddress } from '../../config/trusted-proxies';
import { isAllowedOrigin } from '../../protocol/request/cross-site';
import { OAuthError } from '../../protocol/oauth-error';
import { behindPrefix } from '../../protocol/discovery/well-known';
import { API_HEADERS, DOCS_HEADERS, type Header } from '../answers/answer-headers';
import { Cors } from './cors';
import type { EdgeRequest } from './edge-request';
import { errorReply } from '../answers/error-reply';
import type { Entrance } from '../server/edge-adapter';
import { Problem, problemReply } from '../answers/problem';
import { writeReply } from '../answers/reply';
import { parseApiBody, readBody } from './request-body';
import { RequestsUnderWay } from './requests-under-way';
import { SAFE_METHODS } from './route-facts';
import type { RouteTable } from './route-table';

/** Answers a request below /docs, or calls `next`. @throws any error of building the pages */
export type DocsHandler = (
  request: EdgeRequest,
  response: ServerResponse,
  next: (error?: unknown) => void,
) => Promise<void>;

/** Checks every request before its handler, in this order: id and log line, headers, method, CORS, origin, body (ADR 7). */
export class Edge implements Entrance {
  private readonly cors: Cors;
  private readonly ownOrigins: readonly string[];
  private readonly underWay = new RequestsUnderWay();
  routes: RouteTable | undefined;
  docs: DocsHandler | undefined;
  /** Whether `@Direct()` handlers are called without Express and Nest between (ADR 28). */
  goesDirect = false;
  /** Whether the server stops: answers then ask clients to close their connections. */
  closing = false;
  /** Whether another process serves the same port from now on: then this one stays ready. */
  isReplaced = false;
  private readonly isClosing = () => this.closing;
  traffic = 0;

  constructor(
    private readonly settings: Settings,
    private readonly clock: Clock,
    private readonly logger: Logger,
  ) {
    this.cors = new Cors(settings.corsOrigins);
    this.ownOrigins = [new URL(settings.issuer).origin, ...settings.corsOrigins];
  }

  enter(request: EdgeRequest, response: ServerResponse, express: () => void): void {
    // Clients may repeat requests whose connection closed before the answer (RFC 9112 §9.3.2).
    if (!this.underWay.begin(request.socket)) return void request.socket.destroy();
    this.admit(request, response);
    if (this.closing && !this.isReplaced && request.edge.path === '/health/ready')
      return writeReply(response, problemReply(stopping()));
    const refuse = (error: unknown) => {
      if (!response.headersSent) writeReply(response, errorReply(error, request.edge, this.logger));
    };
    const next = () => this.pass(request, response, express, refuse).catch(refuse);
    try {
      if (!this.assertMethod(request, response)) return;
      if (SAFE_METHODS.includes(request.method)) return void next();
      this.assertOrigin(request);
    } catch (error) {
      return refuse(error);
    }
    this.readBody(request).then(next, refuse);
  }

  private async pass(
    request: EdgeRequest,
    response: ServerResponse,
    express: () => void,
    refuse: (error: unknown) => void,
  ): Promise<void> {
    const direct = this.goesDirect ? request.edge.handler?.direct : undefined;
    if (direct !== undefined) return writeReply(response, await direct(request));
    if (this.docs === undefined || !isDocs(request.edge.path)) return express();
    return this.docs(request, response, (error) => (error === undefined ? express() : refuse(error)));
  }

  private admit(request: EdgeRequest, response: ServerResponse): void {
    request.url = behindPrefix(request.url, this.settings.pathPrefix);
    const routed = pathOf(request.url);
    const route = this.routes?.find(routed);
    const handler = route?.handlers.get(request.method);
    const path = this.relativePath(routed);
    const address = this.addressOf(request);
    const { isClosing } = this;
    request.edge = { id: randomUUID(), path, route, handler, address, headers: [], body: null, isClosing };
    request.edge.headers = this.headersFor(request);
    const startedAt = this.clock.now();
    this.traffic += 1;
    const { socket } = request;
    response.on('close', () => {
      this.underWay.end(socket);
      this.logLine(request, response, startedAt);
    });
  }

  /** `request.ip` evaluates the trust function per request: skip it when no proxy is configured. */
  private addressOf(request: EdgeRequest): string {
    const { remoteAddress = '' } = request.socket;
    if (this.settings.trustedProxies.length === 0) return remoteAddress;
    return forwardedAddress(request.ip ?? '') ?? remoteAddress;
  }

  private relativePath(path: string): string {
    const { pathPrefix } = this.settings;
    return path.startsWith(`${pathPrefix}/`) ? path.slice(pathPrefix.length) : path;
  }

  private headersFor({ edge, headers }: EdgeRequest): Header[] {
    const { id, path, route, handler } = edge;
    const isForAnyOrigin = route?.isForAnyOrigin === true;
    const vary = handler === undefined && !isForAnyOrigin ? 'Origin' : handler?.vary;
    return [
      ['x-request-id', id],
      ...(isDocs(path) ? DOCS_HEADERS : API_HEADERS),
      ...(vary === undefined ? [] : [['vary', vary] as const]),
      ...this.cors.headersFor(isForAnyOrigin, headers.origin),
    ];
  }

  private async readBody(request: EdgeRequest): Promise<void> {
    const { edge, headers } = request;
    edge.body = await readBody(request);
    if (isApi(edge.path)) request.body = parseApiBody(edge.body, headers);
  }

  private assertMethod(request: EdgeRequest, response: ServerResponse): boolean {
    const { edge, method, headers } = request;
    const methods = this.methodsOf(request);
    if (methods === undefined || methods.includes(method)) return true;
    if (this.cors.isPreflight(method, headers)) {
      writeReply(response, this.cors.preflightReply(edge.route?.isForAnyOrigin === true, headers.origin, methods));
      return false;
    }
    edge.headers.push(['allow', methods.join(', ')]);
    throw new OAuthError('invalid_request', `this path takes ${methods.join(' and ')} only`, { status: 405 });
  }

  private methodsOf({ url, edge }: EdgeRequest): readonly string[] | undefined {
    if (edge.route !== undefined) return edge.route.methods;
    const isBelowPrefix = pathOf(url) === this.settings.pathPrefix + edge.path;
    return isBelowPrefix && isDocs(edge.path) ? ['GET'] : undefined;
  }

  /** Another site's page can send a call that carries the cookie. Unknown paths below `/api` are checked too (ADR 39). */
  private assertOrigin({ edge, headers }: EdgeRequest): void {
    const rule = edge.route === undefined && isApi(edge.path) ? 'checked' : edge.handler?.originRule;
    if (rule !== 'checked' && rule !== 'passed on') return;
    const secFetchSite = headers['sec-fetch-site'];
    const origin = {
      origin: headers.origin,
      secFetchSite: typeof secFetchSite === 'string' ? secFetchSite : undefined,
    };
    edge.isFromElsewhere = !isAllowedOrigin(origin, this.ownOrigins);
    if (edge.isFromElsewhere && rule === 'checked')
      throw new OAuthError('access_denied', 'calls from this origin are not allowed');
  }

  private logLine({ edge, method }: EdgeRequest, response: ServerResponse, startedAt: number): void {
    this.traffic += 1;
    const { statusCode: status, writableFinished } = response;
    const line = { requestId: edge.id, method, path: edge.path, status, ms: this.clock.now() - startedAt };
    this.logger.info(writableFinished ? line : { ...line, aborted: true }, 'request');
  }
}

const stopping = () => new Problem(503, 'the server is stopping', { headers: { 'retry-after': '2' } });

function pathOf(url: string): string {
  const mark = url.indexOf('?');
  return mark < 0 ? url : url.slice(0, mark);
}

const isApi = (path: string) => path === '/api' || path.startsWith('/api/');

const isDocs = (path: string) => path.startsWith('/docs') && /^\/docs($|\/|-)/.test(path);

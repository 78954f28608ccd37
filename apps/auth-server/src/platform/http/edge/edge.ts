import { randomUUID } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Logger } from 'pino';
import type { Clock } from '../../config/clock';
import type { Settings } from '../../config/settings';
import { forwardedAddress } from '../../config/trusted-proxies';
import { type CallOrigin, isAllowedOrigin, isOwnForm } from '../../../protocol/request/cross-site';
import { OAuthError } from '../../../protocol/oauth-error';
import { prefersPage } from '../../../protocol/text/accept';
import { behindPrefix, withoutSlash } from '../../../protocol/discovery/well-known';
import { API_HEADERS, type Header, PAGE_HEADERS } from '../answers/answer-headers';
import { Cors } from './cors';
import type { EdgeRequest } from './edge-request';
import { foreignForm, foreignOrigin } from './foreign-origin';
import type { Handler } from './handlers';
import { errorReply } from '../answers/error-reply';
import type { FaultLog } from '../answers/fault-log';
import type { Entrance } from '../server/edge-adapter';
import type { Standstill } from '../server/standstill';
import { Problem, problemReply } from '../answers/problem';
import type { Reply } from '../answers/reply';
import { writeReply } from '../answers/write-reply';
import { parseApiBody, readBody } from './request-body';
import { RequestsUnderWay } from './requests-under-way';
import { SAFE_METHODS } from './route-facts';
import type { Route, RouteTable } from './route-table';

/** A request whose path was looked up. */
type RoutedRequest = EdgeRequest & { edge: { route?: Route | undefined; handler?: Handler | undefined } };

/** Draws an error on a page. */
export type ErrorPages = (error: OAuthError | Problem, request: EdgeRequest) => Reply;

/** Checks every request before its handler, in this order: id and log line, headers, method, CORS, origin, body (ADR 7). */
export class Edge implements Entrance {
  private readonly cors: Cors;
  private readonly ownOrigin: string;
  private readonly ownOrigins: readonly string[];
  private readonly underWay = new RequestsUnderWay();
  routes: RouteTable | undefined;
  errorPages: ErrorPages | undefined;
  /** Whether `@Direct()` handlers are called without Express and Nest between (ADR 7). */
  goesDirect = false;
  /** Whether the server stops: answers then ask clients to close their connections. */
  closing = false;
  private readonly isClosing = () => this.closing;
  traffic = 0;

  constructor(
    private readonly settings: Settings,
    private readonly clock: Clock,
    private readonly logger: Logger,
    private readonly faults: FaultLog,
    private readonly standstill: Standstill,
  ) {
    this.cors = new Cors(settings.corsOrigins);
    this.ownOrigin = new URL(settings.issuer).origin;
    this.ownOrigins = [this.ownOrigin, ...settings.corsOrigins];
  }

  isServed = (socket: Socket) => this.underWay.has(socket);

  enter(request: RoutedRequest, response: ServerResponse, express: () => void): void {
    // The first of those that waited while the process stood still: the adapter drops the others.
    if (this.standstill.look()) return void request.socket.destroy();
    // Clients may repeat requests whose connection closed before the answer (RFC 9112 §9.3.2).
    if (!this.underWay.begin(request.socket)) return void request.socket.destroy();
    this.admit(request, response);
    if (this.closing && request.edge.path === '/health/ready') return writeReply(response, problemReply(stopping()));
    const refuse = (error: unknown) => {
      if (!response.headersSent) writeReply(response, errorReply(error, request.edge, this.faults));
    };
    const next = () => this.pass(request, response, express).catch(refuse);
    try {
      if (!this.assertMethod(request, response)) return;
      if (SAFE_METHODS.includes(request.method)) return void next();
      this.assertOrigin(request);
    } catch (error) {
      return refuse(error);
    }
    this.readBody(request).then(next, refuse);
  }

  private async pass(request: RoutedRequest, response: ServerResponse, express: () => void): Promise<void> {
    const direct = this.goesDirect ? request.edge.handler?.direct : undefined;
    return direct === undefined ? express() : writeReply(response, await direct(request));
  }

  private admit(request: RoutedRequest, response: ServerResponse): void {
    request.url = behindPrefix(withoutSlash(request.url), this.settings.pathPrefix);
    const routed = pathOf(request.url);
    const route = this.routes?.find(routed);
    const handler = route?.handlers.get(request.method);
    const path = this.relativePath(routed);
    const address = this.addressOf(request);
    const { isClosing } = this;
    const isAbandoned = this.abandonmentOf(request);
    const onEnd = (listener: () => void) => void response.once('close', listener);
    const told = { path, route, handler, address, isClosing, isAbandoned, onEnd };
    request.edge = { id: randomUUID(), headers: [], body: null, noted: {}, ...told };
    const isPage = route === undefined ? isForPeople(path, request.headers.accept) : route.isPage;
    const { errorPages } = this;
    if (isPage && errorPages !== undefined) request.edge.drawError = (error) => errorPages(error, request);
    request.edge.headers = this.headersFor(request, isPage);
    const startedAt = this.clock.now();
    this.traffic += 1;
    const { socket } = request;
    response.on('close', () => {
      this.underWay.end(socket);
      this.logLine(request, response, startedAt);
    });
  }

  /** Node answers no client that has ended its half of the connection. */
  private abandonmentOf({ socket }: RoutedRequest): () => boolean {
    const stoodStill = this.standstill.watch();
    return () => !socket.writable || stoodStill();
  }

  /** `request.ip` evaluates the trust function per request: skip it when no proxy is configured. */
  private addressOf(request: RoutedRequest): string {
    const { remoteAddress = '' } = request.socket;
    if (this.settings.trustedProxies.length === 0) return remoteAddress;
    return forwardedAddress(request.ip ?? '') ?? remoteAddress;
  }

  private relativePath(path: string): string {
    const { pathPrefix } = this.settings;
    return path.startsWith(`${pathPrefix}/`) ? path.slice(pathPrefix.length) : path;
  }

  private headersFor({ edge, headers }: RoutedRequest, isPage: boolean): Header[] {
    const { id, route, handler } = edge;
    const vary = handler === undefined && !route?.isForAnyOrigin ? 'Origin' : handler?.vary;
    return [
      ['x-request-id', id],
      ...(isPage ? PAGE_HEADERS : API_HEADERS),
      ...(vary === undefined ? [] : [['vary', vary] as const]),
      ...this.cors.headersFor(route, headers.origin),
    ];
  }

  private async readBody(request: RoutedRequest): Promise<void> {
    const { edge, headers } = request;
    edge.body = await readBody(request);
    if (isApi(edge.path)) request.body = parseApiBody(edge.body, headers);
  }

  private assertMethod(request: RoutedRequest, response: ServerResponse): boolean {
    const { edge, method, headers } = request;
    const methods = edge.route?.methods;
    if (methods === undefined || methods.includes(method)) return true;
    if (this.cors.isPreflight(method, headers)) {
      const asked = headers['access-control-request-headers'];
      writeReply(response, this.cors.preflightReply(edge.route, headers.origin, methods, asked));
      return false;
    }
    edge.headers.push(['allow', methods.join(', ')]);
    throw new OAuthError('invalid_request', `this path accepts only ${methods.join(' and ')}`, { status: 405 });
  }

  /** Another site's page can send a call that carries the cookie. Unknown paths below `/api` are checked too (ADR 7). */
  private assertOrigin({ edge, headers }: RoutedRequest): void {
    const rule = edge.route === undefined && isApi(edge.path) ? 'checked' : edge.handler?.originRule;
    const origin = callOriginOf(headers);
    if (rule === 'page' && !isOwnForm(origin, this.ownOrigin)) throw foreignForm();
    if (rule === 'own' && !isAllowedOrigin(origin, [this.ownOrigin])) throw foreignForm();
    if (rule !== 'checked' && rule !== 'passed on') return;
    edge.isFromElsewhere = !isAllowedOrigin(origin, this.ownOrigins);
    if (edge.isFromElsewhere && rule === 'checked') throw foreignOrigin();
  }

  private logLine({ edge, method }: RoutedRequest, response: ServerResponse, startedAt: number): void {
    this.traffic += 1;
    const { statusCode: status, writableFinished } = response;
    const ms = this.clock.now() - startedAt;
    const line = { requestId: edge.id, method, path: edge.path, status, ms, ...edge.noted };
    this.logger.info(writableFinished ? line : { ...line, aborted: true }, 'request');
  }
}

function callOriginOf({ origin, 'sec-fetch-site': site }: EdgeRequest['headers']): CallOrigin {
  return { origin, secFetchSite: typeof site === 'string' ? site : undefined };
}

const stopping = () => new Problem(503, 'the server is stopping', { headers: { 'retry-after': '2' } });

function pathOf(url: string): string {
  const mark = url.indexOf('?');
  return mark < 0 ? url : url.slice(0, mark);
}

/** Whether a page answers for a path that does not exist. */
const isForPeople = (path: string, accept: string | undefined) =>
  !/^\/(api|oauth2|assets|health|\.well-known)(\/|$)/.test(path) && prefersPage(accept);

const isApi = (path: string) => path === '/api' || path.startsWith('/api/');

import type { NextFunction, Response } from 'express';
import { randomUUID } from 'node:crypto';
import type { Logger } from 'pino';
import type { Clock } from '../config/clock';
import type { Settings } from '../config/settings';
import { isAllowedOrigin } from '../protocol/cross-site';
import { OAuthError } from '../protocol/oauth-error';
import { behindPrefix } from '../protocol/well-known';
import { DOCS_HEADERS, SECURITY_HEADERS, VARY } from './answer-headers';
import { Cors } from './cors';
import type { EdgeRequest } from './edge-request';
import { errorReply } from './error-reply';
import { writeReply } from './reply';
import { parseApiBody, readBody } from './request-body';
import type { RouteTable } from './route-table';

/** Where an account decides, by its cookie. */
const DECISIONS = ['/oauth2/authorize', '/oauth2/device', '/oauth2/logout'];

const WITH_BODY = ['POST', 'PATCH', 'PUT', 'DELETE'];

/** What every request passes before its controller: headers, log, methods, CORS, origin, body. In this order. */
export class Edge {
  private readonly cors: Cors;
  private readonly ownOrigins: readonly string[];
  /** Set once the router is complete. */
  routes: RouteTable | undefined;
  /** A server that stops asks its callers to close their connections. */
  closing = false;

  constructor(
    private readonly settings: Settings,
    private readonly clock: Clock,
    private readonly logger: Logger,
  ) {
    this.cors = new Cors(settings.corsOrigins);
    this.ownOrigins = [new URL(settings.issuer).origin, ...settings.corsOrigins];
  }

  readonly handle = (request: EdgeRequest, response: Response, next: NextFunction): void => {
    this.admit(request, response);
    this.enter(request, response).then(
      (entered) => entered && next(),
      (error: unknown) => writeReply(response, errorReply(error, request.edge, this.logger)),
    );
  };

  private admit(request: EdgeRequest, response: Response): void {
    request.url = behindPrefix(request.url, this.settings.pathPrefix);
    const path = this.relativePath(request.url);
    request.edge = { id: randomUUID(), path, address: this.addressOf(request), body: null };
    const startedAt = this.clock.now();
    response.on('close', () => this.logLine(request, response, startedAt));
    this.writeHeaders(request, response);
    if (this.closing) response.shouldKeepAlive = false;
  }

  /** Express' own way asks who is trusted, for every request. */
  private addressOf(request: EdgeRequest): string {
    const address = this.settings.trustedProxies.length === 0 ? request.socket.remoteAddress : request.ip;
    return address ?? '';
  }

  private relativePath(url: string): string {
    const path = pathOf(url);
    const { pathPrefix } = this.settings;
    return path.startsWith(`${pathPrefix}/`) ? path.slice(pathPrefix.length) : path;
  }

  private writeHeaders({ edge, method, headers }: EdgeRequest, response: Response): void {
    setHeaders(response, SECURITY_HEADERS);
    response.setHeader('x-request-id', edge.id);
    if (isDocs(edge.path)) setHeaders(response, DOCS_HEADERS);
    else response.setHeader('cache-control', 'no-store');
    const vary = VARY.get(edge.path)?.[method] ?? this.cors.varyOf(edge.path);
    if (vary !== undefined) response.setHeader('vary', vary);
    this.cors.writeHeaders(edge.path, headers.origin, response);
  }

  /** @returns whether the request goes on to its controller. */
  private async enter(request: EdgeRequest, response: Response): Promise<boolean> {
    const { edge, method } = request;
    if (!this.assertMethod(request, response)) return false;
    if (WITH_BODY.includes(method)) {
      this.assertOrigin(request);
      edge.body = await readBody(request);
      if (isApi(edge.path)) request.body = parseApiBody(edge.body, request.headers);
    }
    return true;
  }

  private assertMethod(request: EdgeRequest, response: Response): boolean {
    const { edge, method, headers } = request;
    const methods = this.methodsOf(request);
    if (methods === undefined || methods.includes(method)) return true;
    if (this.cors.isPreflight(method, headers)) {
      writeReply(response, this.cors.preflightReply(edge.path, headers.origin, methods));
      return false;
    }
    response.setHeader('allow', methods.join(', '));
    throw new OAuthError('invalid_request', `this path takes ${methods.join(' and ')} only`, { status: 405 });
  }

  private methodsOf({ url, edge }: EdgeRequest): readonly string[] | undefined {
    const known = this.routes?.methodsOf(pathOf(url));
    return known ?? (isDocs(edge.path) ? ['GET'] : undefined);
  }

  /** Every call that changes something by a cookie's power could be another site's. A logout has its own answer to it. */
  private assertOrigin({ edge, headers }: EdgeRequest): void {
    if (!isApi(edge.path) && !DECISIONS.includes(edge.path)) return;
    const secFetchSite = headers['sec-fetch-site'];
    const origin = {
      origin: headers.origin,
      secFetchSite: typeof secFetchSite === 'string' ? secFetchSite : undefined,
    };
    edge.isFromElsewhere = !isAllowedOrigin(origin, this.ownOrigins);
    if (edge.isFromElsewhere && edge.path !== '/oauth2/logout')
      throw new OAuthError('access_denied', 'calls from this origin are not allowed');
  }

  private logLine({ edge, method }: EdgeRequest, response: Response, startedAt: number): void {
    const { statusCode: status, writableFinished } = response;
    const line = { requestId: edge.id, method, path: edge.path, status, ms: this.clock.now() - startedAt };
    this.logger.info(writableFinished ? line : { ...line, aborted: true }, 'request');
  }
}

function pathOf(url: string): string {
  const mark = url.indexOf('?');
  return mark < 0 ? url : url.slice(0, mark);
}

function setHeaders(response: Response, headers: Readonly<Record<string, string>>): void {
  for (const name in headers) response.setHeader(name, headers[name] as string);
}

export const isApi = (path: string) => path === '/api' || path.startsWith('/api/');

export const isDocs = (path: string) => path.startsWith('/docs') && /^\/docs($|\/|-)/.test(path);

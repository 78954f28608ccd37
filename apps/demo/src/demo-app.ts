import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { hostOf } from './config/service-environment';
import type { DemoClient } from './demo-client';
import { DemoError } from './demo-error';
import { type Places, callbackPage, notesPage, startPage } from './demo-pages';
import { type Flow, Flows } from './flows';
import { HEADERS } from './html';
import { assertPortIsFree } from './port-probe';

/** Where its first page is, or why there is none: the transcript works without it, so a port in use is no error. */
export type Listening = { readonly url: string } | { readonly problem: string };

type Call = Pick<IncomingMessage, 'headers'> & { query: URLSearchParams };
type Handler = (call: Call) => Promise<Result> | Result;
type Result = string | { location: string; cookie?: string };

/** A web application as a third party would write one, without a library, so that each step can be read. */
export class DemoApp {
  private readonly server: Server;
  private readonly flows = new Flows();
  private readonly routes: ReadonlyMap<string, Handler>;

  constructor(
    private readonly callbackUrl: string,
    private readonly client: DemoClient,
    private readonly places: Places,
  ) {
    const callbackPath = new URL(callbackUrl).pathname;
    this.routes = new Map<string, Handler>([
      ['GET /', () => startPage(places)],
      ['GET /connect', () => this.connect()],
      ['POST /exchange', (call) => this.exchange(call)],
      ['GET /notes', (call) => this.showNotes(call)],
      ['POST /notes', (call) => this.addNote(call)],
      [`GET ${callbackPath}`, (call) => this.callback(call)],
    ]);
    this.server = createServer((request, response) => {
      this.answer(request, response).catch(() => response.writeHead(500, HEADERS).end());
    });
  }

  async listen(): Promise<Listening> {
    try {
      await assertPortIsFree('CALLBACK_URL', this.callbackUrl);
      this.server.listen(Number(new URL(this.callbackUrl).port || 80), hostOf(this.callbackUrl));
      await once(this.server, 'listening');
      return { url: new URL('/', this.callbackUrl).href };
    } catch (error) {
      return { problem: error instanceof DemoError ? error.message : (error as Error).message };
    }
  }

  close(): void {
    this.server.close();
    this.server.closeAllConnections();
  }

  private async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, searchParams: query } = new URL(request.url ?? '/', 'http://localhost');
    const method = request.method === 'HEAD' ? 'GET' : request.method;
    const handler = this.routes.get(`${method} ${pathname}`);
    const allowed = ['GET', 'POST'].filter((other) => this.routes.has(`${other} ${pathname}`));
    if (handler === undefined) {
      if (allowed.length > 0) response.setHeader('Allow', allowed.join(', ').replace('GET', 'GET, HEAD'));
      return void response.writeHead(allowed.length > 0 ? 405 : 404, HEADERS).end();
    }
    const result = await handler({ headers: request.headers, query });
    if (typeof result === 'string') return void response.writeHead(200, HEADERS).end(result);
    if (result.cookie !== undefined) response.setHeader('Set-Cookie', result.cookie);
    response.writeHead(303, { ...HEADERS, Location: result.location }).end();
  }

  private connect(): Result {
    const { flow, cookie } = this.flows.begin();
    return { location: this.client.authorizationUrl(flow), cookie };
  }

  /** A `state` of another browser is an answer that somebody slipped in (RFC 6749 §10.12). */
  private callback({ headers, query }: Call): Result {
    const flow = this.flows.find(headers.cookie);
    const isOwn = flow !== undefined && query.get('state') === flow.state;
    if (!query.has('code') && !query.has('error') && new URL(this.callbackUrl).pathname === '/')
      return startPage(this.places);
    if (isOwn && flow.tokens === undefined) flow.code = query.get('code') ?? undefined;
    return callbackPage(query, isOwn);
  }

  private async exchange({ headers }: Call): Promise<Result> {
    const flow = this.flows.find(headers.cookie);
    const code = flow?.code;
    if (flow === undefined || code === undefined) return { location: '/notes' };
    delete flow.code;
    flow.tokens = await this.client.exchange(code, flow.verifier);
    return { location: '/notes' };
  }

  private async showNotes({ headers }: Call): Promise<Result> {
    const flow = this.flows.find(headers.cookie);
    if (flow?.tokens === undefined) return { location: '/' };
    const token = accessTokenOf(flow);
    return notesPage(flow.tokens, token === null ? null : await this.client.notes(token), this.places);
  }

  private async addNote({ headers }: Call): Promise<Result> {
    const token = accessTokenOf(this.flows.find(headers.cookie));
    if (token !== null) await this.client.addNote(token, 'Hello from the demo application');
    return { location: '/notes' };
  }
}

function accessTokenOf(flow: Flow | undefined): string | null {
  const { access_token: token } = (flow?.tokens?.body ?? {}) as { access_token?: unknown };
  return typeof token === 'string' ? token : null;
}

import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { type IncomingMessage, type Server, type ServerResponse, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { decodeJwt } from 'jose';
import * as client from 'openid-client';
import { noteSecrets } from '@consentry/test-support/server/seen-secrets';
import type { Application } from '@consentry/test-support/world/world';

interface Asked {
  state: string;
  nonce: string;
  verifier: string;
}

interface Arrived {
  path: string;
  method: string;
  referer: string | undefined;
}

type Parameters = Record<string, string>;

interface Trust {
  server: { url: string };
  application: Application;
  /** Of every authorization request. */
  parameters?: Parameters;
  /** What its notes are read from. */
  service?: { url: string };
}

const escape = (text: string) => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);

/** A small web application of somebody else, on `openid-client`: it knows the server by its URL alone. */
export class ThirdPartyApp {
  /** All that browsers asked of it, and from where they said they came. */
  readonly arrived: Arrived[] = [];
  /** Of the last sign-in that succeeded. */
  tokens: client.TokenEndpointResponse | undefined;
  /** What its callback answers beside reading the response: a redirect somewhere else, as some applications do. */
  onward: string | undefined;

  private config!: client.Configuration;
  private trusted!: Trust;
  private readonly asked = new Map<string, Asked>();

  private constructor(
    private readonly http: Server,
    readonly url: string,
  ) {}

  /** Listens before it is registered: its redirect URI needs its port. */
  static async listen(host = '127.0.0.1'): Promise<ThirdPartyApp> {
    const http = createServer((request, response) => {
      app.answer(request, response).catch((error: unknown) => app.fail(response, error));
    });
    http.listen(0, host);
    await once(http, 'listening');
    const { port } = http.address() as AddressInfo;
    const app = new ThirdPartyApp(http, `http://${host.includes(':') ? `[${host}]` : host}:${port}`);
    return app;
  }

  get callback(): string {
    return `${this.url}/callback`;
  }

  async trust(trusted: Trust): Promise<void> {
    const { client_id: id, client_secret: secret } = trusted.application;
    const authentication = secret === undefined ? client.None() : client.ClientSecretBasic(secret);
    const options = { execute: [client.allowInsecureRequests] };
    this.trusted = trusted;
    this.config = await client.discovery(new URL(trusted.server.url), id, undefined, authentication, options);
  }

  async refresh(): Promise<client.TokenEndpointResponse> {
    this.tokens = await client.refreshTokenGrant(this.config, this.tokens?.refresh_token ?? '');
    this.note();
    return this.tokens;
  }

  /** The status of a call of the service with the token it holds. */
  async callService(): Promise<number> {
    const { service } = this.trusted;
    const headers = { authorization: `Bearer ${this.tokens?.access_token}` };
    return (await fetch(`${service?.url}/notes`, { headers })).status;
  }

  stop(): void {
    this.http.closeAllConnections();
    this.http.close();
  }

  private async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', this.url);
    const { method = '', headers } = request;
    this.arrived.push({ path: url.pathname, method, referer: headers.referer });
    if (url.pathname === '/') return this.show(response, 'Photo Printer', '<a href="/login">Connect</a>');
    if (url.pathname === '/login') return this.leave(response, Object.fromEntries(url.searchParams));
    if (url.pathname === '/login-pushed') return this.leave(response, {}, client.buildAuthorizationUrlWithPAR);
    if (url.pathname === '/callback') return this.comeBack(request, response, url);
    if (url.pathname === '/notes') return this.show(response, 'Your notes', `Answer ${await this.callService()}`);
    response.writeHead(404).end();
  }

  /** Sends the browser to the server. @param parameters of this request alone. */
  private async leave(
    response: ServerResponse,
    parameters: Parameters,
    build:
      typeof client.buildAuthorizationUrl | typeof client.buildAuthorizationUrlWithPAR = client.buildAuthorizationUrl,
  ): Promise<void> {
    const asked = {
      state: client.randomState(),
      nonce: client.randomNonce(),
      verifier: client.randomPKCECodeVerifier(),
    };
    const url = await build(this.config, {
      redirect_uri: this.callback,
      scope: 'openid notes:read notes:write',
      state: asked.state,
      nonce: asked.nonce,
      code_challenge: await client.calculatePKCECodeChallenge(asked.verifier),
      code_challenge_method: 'S256',
      ...this.trusted.parameters,
      ...parameters,
    });
    const visit = randomUUID();
    this.asked.set(visit, asked);
    response.writeHead(302, { location: url.href, 'set-cookie': `visit=${visit}; Path=/; HttpOnly` }).end();
  }

  private async comeBack(request: IncomingMessage, response: ServerResponse, url: URL): Promise<void> {
    const visit = /visit=([^;]+)/.exec(request.headers.cookie ?? '')?.[1] ?? '';
    const asked = this.asked.get(visit);
    if (this.onward !== undefined) return void response.writeHead(302, { location: this.onward }).end();
    this.tokens = await client.authorizationCodeGrant(this.config, await responseIn(request, url), {
      ...(asked && { pkceCodeVerifier: asked.verifier, expectedState: asked.state }),
      ...(asked && this.isOidc() && { expectedNonce: asked.nonce, idTokenExpected: true }),
    });
    this.note();
    const { scope = '', id_token: idToken } = this.tokens;
    const subject = idToken === undefined ? '' : String(decodeJwt(idToken).sub);
    this.show(response, 'Connected', `<p id="scope">${escape(scope)}</p><p id="subject">${subject}</p>`, '/notes');
  }

  private isOidc(): boolean {
    return (this.trusted.parameters?.['scope'] ?? 'openid').split(' ').includes('openid');
  }

  private note(): void {
    noteSecrets('', undefined, { status: 200, headers: new Headers(), text: '', body: this.tokens });
  }

  private fail(response: ServerResponse, error: unknown): void {
    const { error: code = '', message } = error as Error & { error?: string };
    this.show(response, 'Not connected', `<p id="error">${escape(code === '' ? message : code)}</p>`);
  }

  private show(response: ServerResponse, title: string, body: string, next = '/'): void {
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' });
    response.end(
      `<!doctype html><html lang="en"><title>${title}</title><h1>${title}</h1>${body}<a href="${next}">Next</a>`,
    );
  }
}

/** A redirect's query, or the form that the server's page posted. */
async function responseIn(request: IncomingMessage, url: URL): Promise<URL | Request> {
  if (request.method !== 'POST') return url;
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const headers = { 'content-type': request.headers['content-type'] ?? '' };
  return new Request(url, { method: 'POST', headers, body: Buffer.concat(chunks) });
}

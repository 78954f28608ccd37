import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

import type { Clock } from '../verify/clock.ts';
import { redirectFetch } from './redirected-fetch.ts';
import { claimsIn, claimsOf, type TestClaims } from './test-claims.ts';
import { TestClock } from './test-clock.ts';
import { TestCodeFlow } from './test-code-flow.ts';
import { TestFeed } from './test-feed.ts';
import { TestKeys } from './test-keys.ts';

export interface TestIssuerOptions {
  /** The issuer that the service is configured for; its calls are led here. Default: the test issuer's own URL. */
  issuer?: string;
  /** The tokens' `aud`. Default: `http://localhost:3001`. */
  audience?: string;
}

/**
 * A real authorization server for tests, on loopback: keys, tokens, the code flow, revocations. The guard under test runs as it is.
 *
 * @example
 * const issuer = await TestIssuer.start({ issuer: 'https://auth.example.com', audience: 'https://notes.example.com' });
 * const token = issuer.token({ sub: 'ada', scope: 'notes:read' });
 */
export class TestIssuer {
  /** The `clock` option of a guard that is to follow `advance`. */
  readonly clock = new TestClock();
  private readonly keys = new TestKeys();
  private readonly feed: TestFeed;
  private readonly codeFlow: TestCodeFlow;
  private readonly server: Server;
  private delay = 0;
  private restoreFetch = () => {};

  private constructor(
    server: Server,
    /** The tokens' `iss`. */
    readonly issuer: string,
    readonly audience: string,
  ) {
    this.server = server;
    this.feed = new TestFeed(issuer, this.keys, this.clock.now);
    this.codeFlow = new TestCodeFlow(issuer, this);
    server.on('request', (request: IncomingMessage, response: ServerResponse) => this.answer(request, response));
  }

  static async start({ issuer, audience = 'http://localhost:3001' }: TestIssuerOptions = {}): Promise<TestIssuer> {
    const server = createServer();
    await listen(server, 0);
    const own = `http://127.0.0.1:${portOf(server)}`;
    const started = new TestIssuer(server, issuer ?? own, audience);
    if (issuer !== undefined) started.restoreFetch = redirectFetch(issuer, own);
    return started;
  }

  /** Options for `GuardModule.forRoot`, with the clock that this issuer moves. */
  get options(): { issuer: string; audience: string; clock: Clock } {
    return { issuer: this.issuer, audience: this.audience, clock: this.clock };
  }

  /**
   * A signed access token (RFC 9068), valid for 10 minutes unless the claims say otherwise.
   *
   * @param header members to add or replace, as `{ typ: 'JWT' }`.
   */
  token(claims: TestClaims = {}, header: object = {}): string {
    const fixed = { iss: this.issuer, aud: this.audience };
    return this.keys.sign({ typ: 'at+jwt', ...header }, claimsOf(claims, fixed, this.clock.now()));
  }

  /**
   * Approves an authorization request as a person does in a browser (RFC 6749 §4.1), by PKCE alone.
   *
   * @param request where the application sent the browser.
   * @param claims of the access tokens; their scope is what the application requested, unless the claims have one.
   * @returns where the browser is sent to then: the redirect URI with a code, which serves once.
   * @throws Error that names what is wrong with the request.
   */
  approve(request: string | URL, claims: TestClaims = {}): URL {
    return this.codeFlow.approve(new URL(request), claims);
  }

  /** Takes one token back. Settles when the guards that read its revocations know, or a second later. */
  async revoke(token: string): Promise<void> {
    const { jti, exp } = claimsIn(token) as { jti: string; exp: number };
    await this.feed.publish('token', jti, exp);
  }

  /** Takes back all that an account's tokens may do. */
  async closeAccount(sub: string): Promise<void> {
    await this.feed.publish('account', sub, Math.floor(this.clock.now() / 1_000) + 1_209_600);
  }

  /** Signs with a new key from now on; with `withdraw` the keys before leave the JWKS. */
  rotateKeys(options?: { withdraw?: boolean }): void {
    this.keys.rotate(options);
  }

  /** Answers nothing from now on, and cuts open connections. */
  async down(): Promise<void> {
    const port = portOf(this.server);
    await new Promise<void>((resolve) => {
      this.server.close(() => resolve());
      this.server.closeAllConnections();
    });
    this.up = () => listen(this.server, port);
  }

  /** Answers again, after `down`. */
  up: () => Promise<void> = () => Promise.resolve();

  /** Answers each request only after so many milliseconds. */
  slow(milliseconds: number): void {
    this.delay = milliseconds;
  }

  /** Ends the issuer; call it after the tests. */
  async stop(): Promise<void> {
    this.restoreFetch();
    if (this.server.listening) await this.down();
  }

  private answer(request: IncomingMessage, response: ServerResponse): void {
    if (this.delay === 0) return this.route(request, response);
    setTimeout(() => this.route(request, response), this.delay).unref();
  }

  private route(request: IncomingMessage, response: ServerResponse): void {
    switch (request.url?.split('?')[0]) {
      case '/.well-known/jwks.json':
        return void response.setHeader('content-type', 'application/jwk-set+json').end(JSON.stringify(this.keys.jwks));
      case '/.well-known/oauth-authorization-server':
      case '/.well-known/openid-configuration':
        return void response.setHeader('content-type', 'application/json').end(JSON.stringify(this.codeFlow.metadata));
      case '/oauth2/token':
        return void this.codeFlow.answerTokenRequest(request, response).catch(() => response.destroy());
      case '/oauth2/revocations':
        return this.feed.answerPage(new URL(request.url ?? '', this.issuer), response);
      default:
        return void response.writeHead(404).end();
    }
  }
}

const listen = (server: Server, port: number) =>
  new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', () => resolve());
  });

const portOf = (server: Server) => (server.address() as AddressInfo).port;

import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

import { SignJWT } from 'jose';

import { type IssuerKey, issuerKey } from './issuer.ts';

interface Said {
  status: number;
  body?: object | string;
}

/** The auth server's side of the wire: it signs requests, and keeps what it is told. */
export class SignInServer {
  /** The forms posted, by the last segment of their path. */
  readonly told: { path: string; jwt: string }[] = [];
  /** What it answers next; the last of them is repeated. */
  says: Said[];
  isSlow = false;
  private signed = 0;

  private constructor(
    private readonly server: Server,
    private readonly key: IssuerKey,
    readonly issuer: string,
  ) {
    this.says = [this.landing];
  }

  static async start(): Promise<SignInServer> {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const started = new SignInServer(server, await issuerKey('ES256', 'k1'), issuer);
    server.on('request', (request, response) => void started.answer(request, response));
    return started;
  }

  get landing(): Said {
    return { status: 200, body: { redirect_to: `${this.issuer}/sign-in/return?ticket=t1` } };
  }

  /** As before any test. */
  reset(): void {
    this.told.length = 0;
    this.says = [this.landing];
    this.isSlow = false;
  }

  /** A request at `now` (milliseconds); `undefined` leaves a claim out. */
  request(now: number, claims: object = {}, header: object = {}): Promise<string> {
    return this.sign('sign-in-request+jwt', now, { exp: Math.floor(now / 1_000) + 3_600, ...claims }, header);
  }

  signOutRequest(now: number, claims: object = {}): Promise<string> {
    return this.sign('sign-out-request+jwt', now, { exp: Math.floor(now / 1_000) + 60, sub: 'ada', ...claims });
  }

  stop(): Promise<void> {
    return new Promise((resolve) => {
      this.server.close(() => resolve());
      this.server.closeAllConnections();
    });
  }

  private sign(typ: string, now: number, claims: object, header: object = {}): Promise<string> {
    const frame = { iss: this.issuer, aud: 'http://localhost:4000/consentry', jti: `r${++this.signed}` };
    return new SignJWT({ ...frame, iat: Math.floor(now / 1_000), ...claims })
      .setProtectedHeader({ alg: 'ES256', kid: 'k1', typ, ...header })
      .sign(this.key.privateKey);
  }

  private async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (request.url === '/.well-known/jwks.json') return void response.end(JSON.stringify({ keys: [this.key.jwk] }));
    const form = new URLSearchParams(await text(request));
    const [[, jwt = ''] = []] = [...form];
    this.told.push({ path: `${request.method} ${request.url}`, jwt });
    if (this.isSlow) return;
    const { status, body } = this.says.length > 1 ? this.says.shift()! : this.says[0]!;
    response.writeHead(status, { location: 'https://evil.example/' });
    response.end(typeof body === 'object' ? JSON.stringify(body) : body);
  }
}

import { type JWTVerifyGetKey, type JWTVerifyResult, createRemoteJWKSet, jwtVerify } from 'jose';
import { once } from 'node:events';
import { type IncomingMessage, type ServerResponse, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What the auth server asks. */
export interface AskedFor {
  account: { id: string; email: string | null; name: string | null; issuer: string | null; subject: string | null };
  client: { client_id: string; name: string };
  resource: string;
  scopes: string[];
  issuer_claims: Record<string, unknown>;
}

type Answering = (asked: AskedFor, response: ServerResponse) => unknown;

/** A team's host at CLAIMS_URL, which verifies each request as the documentation says. */
export class ClaimsHost {
  /** The verified requests, in order. */
  readonly asked: JWTVerifyResult<AskedFor>[] = [];
  readonly types: (string | undefined)[] = [];
  /** @returns the answer's JSON; `undefined` where it answered by the response itself. */
  answer: Answering = () => ({});

  url = '';
  private issuer = '';
  /** Fetched once, as a team's service does: an answer has half a second. */
  private keys!: JWTVerifyGetKey;

  private readonly server = createServer((request, response) => {
    void this.handle(request, response).catch((error: unknown) => response.writeHead(403).end(String(error)));
  });

  async start(port = 0): Promise<this> {
    await once(this.server.listen(port, '127.0.0.1'), 'listening');
    this.url = `http://127.0.0.1:${(this.server.address() as AddressInfo).port}/claims`;
    return this;
  }

  /** The auth server whose requests it takes. */
  trust({ url }: { url: string }): void {
    this.issuer = url;
    this.keys = createRemoteJWKSet(new URL(`${url}/.well-known/jwks.json`));
  }

  async stop(): Promise<void> {
    if (!this.server.listening) return;
    this.server.closeAllConnections();
    this.server.close();
    await once(this.server, 'close');
  }

  private async handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const { issuer, keys, url: audience } = this;
    const asked = await jwtVerify<AskedFor>(Buffer.concat(chunks).toString(), keys, {
      issuer,
      audience,
      typ: 'claims-request+jwt',
      requiredClaims: ['iat', 'exp', 'jti'],
      // Tests move the server's clock.
      clockTolerance: 86_400 * 365,
    });
    this.types.push(request.headers['content-type']);
    this.asked.push(asked);
    const answer = await this.answer(asked.payload, response);
    if (answer !== undefined)
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answer));
  }
}

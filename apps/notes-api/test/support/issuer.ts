import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

type PrivateKey = Awaited<ReturnType<typeof generateKeyPair>>['privateKey'];

interface TokenWishes {
  subject: string;
  scope: string;
  audience: string;
  issuer?: string;
  /** Seconds since the epoch. */
  issuedAt?: number;
}

/** Stands in for the auth server: publishes a key and signs access tokens (RFC 9068). */
export class Issuer {
  private constructor(
    readonly url: string,
    private readonly server: Server,
    private readonly key: PrivateKey,
  ) {}

  static async listen(): Promise<Issuer> {
    const { publicKey, privateKey } = await generateKeyPair('ES256');
    const jwks = { keys: [{ ...(await exportJWK(publicKey)), kid: 'k1', alg: 'ES256', use: 'sig' }] };
    const server = createServer((request, response) => {
      const { port } = server.address() as AddressInfo;
      // Its metadata name no revocations, so that it has none.
      const metadata = { issuer: `http://127.0.0.1:${port}` };
      const answers = { '/.well-known/jwks.json': jwks, '/.well-known/oauth-authorization-server': metadata };
      const answer: object | undefined = answers[request.url as keyof typeof answers];
      response.statusCode = answer === undefined ? 404 : 200;
      response.setHeader('Content-Type', 'application/json').end(JSON.stringify(answer ?? {}));
    });
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const { port } = server.address() as AddressInfo;
    return new Issuer(`http://127.0.0.1:${port}`, server, privateKey);
  }

  async mint({ subject, scope, audience, issuer = this.url, issuedAt }: TokenWishes): Promise<string> {
    const iat = issuedAt ?? Math.floor(Date.now() / 1000);
    return new SignJWT({ client_id: 'a-client', scope, fam: 'a-family' })
      .setProtectedHeader({ alg: 'ES256', kid: 'k1', typ: 'at+jwt' })
      .setIssuer(issuer)
      .setSubject(subject)
      .setAudience(audience)
      .setIssuedAt(iat)
      .setExpirationTime(iat + 14 * 24 * 3600)
      .setJti(randomUUID())
      .sign(this.key);
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    this.server.close();
    await once(this.server, 'close');
  }
}

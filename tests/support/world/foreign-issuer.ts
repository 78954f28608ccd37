import { type CryptoKey, type JWTHeaderParameters, type JWTPayload, SignJWT, exportJWK, generateKeyPair } from 'jose';
import { once } from 'node:events';
import { type Server, createServer } from 'node:http';

/** A foreign issuer of JWTs, with its key set on loopback. */
export class ForeignIssuer {
  readonly issuer = 'https://accounts.team.example';
  /** Status of its key set's answers. */
  status = 200;

  private constructor(
    private readonly server: Server,
    readonly privateKey: CryptoKey,
    readonly jwks: { keys: object[] },
  ) {}

  static async start(): Promise<ForeignIssuer> {
    const { privateKey, publicKey } = await generateKeyPair('ES256');
    const jwks = { keys: [{ ...(await exportJWK(publicKey)), kid: 'k1', alg: 'ES256', use: 'sig' }] };
    const server = createServer();
    const issuer = new ForeignIssuer(server, privateKey, jwks);
    server.on('request', (_, response) => {
      response.writeHead(issuer.status, { 'content-type': 'application/json' });
      response.end(JSON.stringify(jwks));
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return issuer;
  }

  get jwksUri(): string {
    return `http://127.0.0.1:${(this.server.address() as { port: number }).port}/jwks`;
  }

  /** A JWT by its key, valid for a minute by default; `undefined` leaves a claim out. */
  async mint(claims: JWTPayload, header: Partial<JWTHeaderParameters> = {}): Promise<string> {
    const given = { iss: this.issuer, exp: Math.floor(Date.now() / 1000) + 60, ...claims };
    const payload = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
    return new SignJWT(payload).setProtectedHeader({ alg: 'ES256', kid: 'k1', ...header }).sign(this.privateKey);
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    this.server.close();
    await once(this.server, 'close');
  }
}

import { type CryptoKey, type JWK, type JWTPayload, SignJWT, exportJWK, generateKeyPair, importJWK } from 'jose';
import { once } from 'node:events';
import { type Server, createServer } from 'node:http';
import { type TestServer } from '../server/server';
import { changeStored } from '../server/stored';
import { type Account, type Application, register, unique } from './world';

export const JWT_BEARER = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer';

type Header = Record<string, unknown>;
type Claims = Record<string, unknown>;

export class ClientKey {
  private constructor(
    readonly alg: string,
    readonly privateKey: CryptoKey,
    readonly jwk: JWK,
  ) {}

  static async make(alg = 'ES256', kid = unique()): Promise<ClientKey> {
    const { privateKey, publicKey } = await generateKeyPair(alg);
    return new ClientKey(alg, privateKey, { ...(await exportJWK(publicKey)), kid, alg, use: 'sig' });
  }

  /** The same RSA key under each algorithm; its JWK names none. */
  static async makeRsa<Alg extends string>(...algs: readonly Alg[]): Promise<Record<Alg, ClientKey>> {
    const { privateKey, publicKey } = await generateKeyPair('RS256', { extractable: true });
    const [secret, jwk] = [await exportJWK(privateKey), { ...(await exportJWK(publicKey)), kid: unique() }];
    const keyFor = async (alg: Alg) => new ClientKey(alg, (await importJWK(secret, alg)) as CryptoKey, jwk);
    const entries = algs.map(async (alg) => [alg, await keyFor(alg)] as const);
    return Object.fromEntries(await Promise.all(entries)) as Record<Alg, ClientKey>;
  }

  /** `undefined` leaves a claim or a header out. */
  sign(claims: Claims, header: Header = {}): Promise<string> {
    const given = { alg: this.alg, kid: this.jwk.kid, ...header };
    return new SignJWT(JSON.parse(JSON.stringify(claims)) as JWTPayload)
      .setProtectedHeader(JSON.parse(JSON.stringify(given)) as { alg: string })
      .sign(this.privateKey);
  }
}

/** An application that signs assertions (RFC 7523) and request objects (RFC 9101). */
export class KeyedClient {
  private constructor(
    readonly server: TestServer,
    readonly application: Application,
    readonly key: ClientKey,
  ) {}

  /** @param columns further columns of its row. */
  static async register(
    server: TestServer,
    account: Account,
    { alg = 'ES256', columns = {} }: { alg?: string; columns?: Record<string, unknown> } = {},
  ): Promise<KeyedClient> {
    const [application, key] = [await register(server, account), await ClientKey.make(alg)];
    const jwks = JSON.stringify({ keys: [key.jwk] });
    await changeClient(server, application, { token_endpoint_auth_method: 'private_key_jwt', jwks, ...columns });
    return new KeyedClient(server, application, key);
  }

  /** A request object (RFC 9101). */
  requestObject(override: Claims = {}, header: Header = {}): Promise<string> {
    const { client_id: id, redirect_uris } = this.application;
    const now = Math.floor(Date.now() / 1000);
    const parameters = { client_id: id, redirect_uri: redirect_uris[0], response_type: 'code', scope: 'notes:read' };
    const claims = { iss: id, aud: this.server.url, exp: now + 300, ...parameters, state: 'signed-state', ...override };
    return this.key.sign(claims, { typ: 'oauth-authz-req+jwt', ...header });
  }

  /** Parameters for one client authentication. */
  async credentials(override: Claims = {}, header: Header = {}) {
    return { client_assertion_type: JWT_BEARER, client_assertion: await this.assertion(override, header) };
  }

  assertion(override: Claims = {}, header: Header = {}): Promise<string> {
    const { client_id: id } = this.application;
    const [now, jti] = [Math.floor(Date.now() / 1000), unique()];
    const claims = { iss: id, sub: id, aud: this.server.url, jti, iat: now, exp: now + 60, ...override };
    return this.key.sign(claims, header);
  }
}

/** Sets columns of an application before a server caches it. */
export async function changeClient(
  server: TestServer,
  { client_id }: Application,
  columns: Record<string, unknown>,
): Promise<void> {
  const names = Object.keys(columns);
  const text = `UPDATE clients SET ${names.map((name) => `${name} = ?`).join(', ')} WHERE client_id = ?`;
  await changeStored(server, text, ...Object.values(columns), client_id);
}

/** A key set at a URL on loopback. */
export class KeySetUrl {
  /** Number of fetches. */
  asked = 0;
  status = 200;

  private constructor(
    private readonly server: Server,
    public keys: JWK[],
  ) {}

  static async serve(...keys: JWK[]): Promise<KeySetUrl> {
    const server = createServer();
    const served = new KeySetUrl(server, keys);
    server.on('request', (_, response) => {
      served.asked += 1;
      response.writeHead(served.status, { 'content-type': 'application/jwk-set+json' });
      response.end(JSON.stringify({ keys: served.keys }));
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return served;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as { port: number }).port}/jwks`;
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    this.server.close();
    await once(this.server, 'close');
  }
}

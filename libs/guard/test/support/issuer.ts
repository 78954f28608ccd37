import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';

import { type CryptoKey, exportJWK, generateKeyPair, type JWK, SignJWT } from 'jose';

export const ISSUER = 'http://localhost:3000';
export const AUDIENCE = 'http://localhost:3001';

export interface IssuerKey {
  readonly kid: string;
  readonly alg: string;
  readonly jwk: JWK;
  readonly privateKey: CryptoKey;
}

/** An authorization server's key pair, by `jose` alone. */
export async function issuerKey(alg: string, kid: string): Promise<IssuerKey> {
  const { publicKey, privateKey } = await generateKeyPair(alg);
  return { kid, alg, privateKey, jwk: { ...(await exportJWK(publicKey)), kid, alg, use: 'sig' } };
}

export interface Minting {
  /** `undefined` leaves a claim out. */
  readonly claims?: Record<string, unknown>;
  readonly header?: Record<string, unknown>;
}

/** A valid access token (RFC 9068) at `now` (milliseconds), with overrides. */
export function mint(key: IssuerKey, now: number, { claims = {}, header = {} }: Minting = {}): Promise<string> {
  const iat = Math.floor(now / 1_000);
  const payload = {
    iss: ISSUER,
    sub: 'ada',
    aud: AUDIENCE,
    client_id: 'notebook',
    scope: 'notes:read',
    iat,
    exp: iat + 600,
    jti: 'j1',
    fam: 'f1',
    ...claims,
  };
  return new SignJWT(payload)
    .setProtectedHeader({ alg: key.alg, typ: 'at+jwt', kid: key.kid, ...header })
    .sign(key.privateKey);
}

export interface JwksServer {
  readonly uri: string;
  /** The published keys. */
  keys: JWK[];
  /** Number of fetches. */
  fetches: number;
  /** Replaces the key set's answer. */
  answer: RequestListener | undefined;
  /** Stops listening; `up` listens on the same port again. */
  down(): Promise<void>;
  up(): Promise<void>;
}

export async function startJwksServer(keys: JWK[]): Promise<JwksServer> {
  const server = createServer((request, response) => {
    jwks.fetches++;
    if (jwks.answer) return jwks.answer(request, response);
    response.setHeader('content-type', 'application/jwk-set+json').end(JSON.stringify({ keys: jwks.keys }));
  });
  const listen = (port: number) => new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  await listen(0);
  const { port } = server.address() as AddressInfo;
  const jwks: JwksServer = {
    uri: `http://127.0.0.1:${port}/.well-known/jwks.json`,
    keys,
    fetches: 0,
    answer: undefined,
    up: () => (server.listening ? Promise.resolve() : listen(port)),
    down: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return jwks;
}

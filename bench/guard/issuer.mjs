import { generateKeyPairSync, randomBytes, randomUUID, sign } from 'node:crypto';
import { createServer } from 'node:http';
import { once } from 'node:events';

export const AUDIENCE = 'https://notes.example.com';
const ISSUER = 'https://auth.example.com';
/** Of every kind that the issuer publishes. */
const KINDS_OF_ENTRIES = ['family', 'token', 'grant', 'reissue', 'account', 'client', 'disabled', 'key', 'before'];

const KINDS = {
  ES256: { pair: () => generateKeyPairSync('ec', { namedCurve: 'P-256' }), hash: 'sha256' },
  RS256: { pair: () => generateKeyPairSync('rsa', { modulusLength: 2048 }), hash: 'sha256' },
  EdDSA: { pair: () => generateKeyPairSync('ed25519'), hash: null },
};

const part = (value) => Buffer.from(JSON.stringify(value)).toString('base64url');

/** An issuer with one key: its key set, access tokens of 14 days as Consentry writes them, and its revocations. */
export function makeIssuer(alg, issuer = ISSUER) {
  const { pair, hash } = KINDS[alg];
  const { publicKey, privateKey } = pair();
  const kid = randomUUID();
  const jwks = { keys: [{ ...publicKey.export({ format: 'jwk' }), kid, alg, use: 'sig' }] };
  const write = (typ, claims) => {
    const signed = `${part({ alg, typ, kid })}.${part(claims)}`;
    const signature = sign(hash, Buffer.from(signed), { key: privateKey, dsaEncoding: 'ieee-p1363' });
    return `${signed}.${signature.toString('base64url')}`;
  };
  const mint = () => {
    const iat = now();
    const names = { sub: randomUUID(), client_id: 'console_4f0a1c', jti: randomUUID(), fam: randomUUID() };
    const claims = { iss: issuer, aud: AUDIENCE, ...names, scope: 'notes:read notes:write', iat, exp: iat + TWO_WEEKS };
    return write('at+jwt', claims);
  };
  const snapshot = (count) => {
    const iat = now();
    const log = randomBytes(16).toString('base64url');
    const entries = Array.from({ length: count }, (_, at) => entry(at, iat));
    return write('revocations+jwt', { iss: issuer, iat, exp: iat + 300, ttl: 60, v: count, log, entries });
  };
  return { issuer, audience: AUDIENCE, alg, jwks, mint, snapshot };
}

const TWO_WEEKS = 1_209_600;
const now = () => Math.floor(Date.now() / 1000);

/** One that names none of the tokens. */
function entry(at, iat) {
  const k = KINDS_OF_ENTRIES[at % KINDS_OF_ENTRIES.length];
  return { v: at + 1, k, h: randomBytes(16).toString('base64url'), n: 1, exp: iat + TWO_WEEKS };
}

/** Serves the key set on a free port, and to a guard the revocations. Any other path is 404: guards then poll. */
export async function serveIssuer(alg, entries = 0) {
  const server = createServer(({ url }, response) => {
    if (url === '/.well-known/jwks.json')
      return response.setHeader('content-type', 'application/json').end(JSON.stringify(issuer.jwks));
    if (url.startsWith('/oauth2/revocations') && !url.includes('/events') && entries > 0)
      return response.setHeader('content-type', 'application/revocations+jwt').end(issuer.snapshot(entries));
    return response.writeHead(404).end();
  });
  server.listen(0, '127.0.0.1').unref();
  await once(server, 'listening');
  const url = `http://127.0.0.1:${server.address().port}`;
  const issuer = makeIssuer(alg, url);
  return { ...issuer, jwksUri: `${url}/.well-known/jwks.json`, close: () => server.close() };
}

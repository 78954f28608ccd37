import { createPublicKey, verify } from 'node:crypto';
import { JwtVerifier } from 'aws-jwt-verify';
import { auth } from 'express-oauth2-jwt-bearer';
import { createVerifier } from 'fast-jwt';
import { createLocalJWKSet, jwtVerify } from 'jose';
import jwksRsa from 'jwks-rsa';
import passportJwt from 'passport-jwt';
import { consentry, hold100000 } from './consentry.mjs';

const HASHES = { ES256: 'sha256', RS256: 'sha256', EdDSA: null };

/**
 * Ways to verify an access token, each told the issuer's facts and its algorithm: `(token) => claims`, or a promise of
 * them. Undefined where a library cannot do the algorithm.
 */
export const VERIFIERS = {
  /** The least there is to do: one signature, and the claims that every reader must check (RFC 9068 §4). */
  plain({ issuer, audience, jwks }) {
    const keys = new Map(jwks.keys.map((jwk) => [jwk.kid, createPublicKey({ format: 'jwk', key: jwk })]));
    return (token) => {
      const [head, body, signature] = token.split('.');
      const { alg, kid, typ } = JSON.parse(Buffer.from(head, 'base64url'));
      const key = keys.get(kid);
      if (typ !== 'at+jwt' || key === undefined || !(alg in HASHES)) throw new Error('header');
      const by = { key, dsaEncoding: 'ieee-p1363' };
      if (!verify(HASHES[alg], Buffer.from(`${head}.${body}`), by, Buffer.from(signature, 'base64url')))
        throw new Error('signature');
      const claims = JSON.parse(Buffer.from(body, 'base64url'));
      if (claims.iss !== issuer || claims.aud !== audience || !(claims.exp * 1000 > Date.now()))
        throw new Error('claims');
      return claims;
    };
  },

  consentry: (facts) => consentry(facts),

  'consentry, 100,000 entries': (facts) => consentry(facts, hold100000()),

  'consentry, 100,000 entries, changed before each call': (facts) => consentry(facts, hold100000({ judging: true })),

  'fast-jwt, cache': ({ issuer, audience, jwks, alg }) =>
    createVerifier({
      key: createPublicKey({ format: 'jwk', key: jwks.keys[0] }).export({ format: 'pem', type: 'spki' }),
      algorithms: [alg],
      allowedIss: issuer,
      allowedAud: audience,
      cache: 10_000,
    }),

  'aws-jwt-verify'({ issuer, audience, jwks }) {
    const verifier = JwtVerifier.create({ issuer, audience, jwksUri: `${issuer}/jwks` });
    verifier.cacheJwks(jwks);
    return (token) => verifier.verify(token);
  },

  jose({ issuer, audience, jwks, alg }) {
    const keys = createLocalJWKSet(jwks);
    const options = { issuer, audience, typ: 'at+jwt', algorithms: [alg] };
    return async (token) => (await jwtVerify(token, keys, options)).payload;
  },

  'express-oauth2-jwt-bearer'({ issuer, audience, jwksUri, alg }) {
    const handler = auth({ issuer, audience, jwksUri, tokenSigningAlg: alg });
    return (token) =>
      new Promise((resolve, reject) => {
        const headers = { authorization: `Bearer ${token}`, host: 'notes.example.com' };
        const get = (name) => headers[name.toLowerCase()];
        const request = { headers, get, method: 'GET', protocol: 'https', url: '/', query: {}, is: () => false };
        handler(request, {}, (error) => (error ? reject(error) : resolve(request.auth.payload)));
      });
  },

  'passport-jwt, jwks-rsa'({ issuer, audience, jwksUri, alg }) {
    if (alg === 'EdDSA') return undefined;
    const strategy = new passportJwt.Strategy(
      {
        jwtFromRequest: passportJwt.ExtractJwt.fromAuthHeaderAsBearerToken(),
        secretOrKeyProvider: jwksRsa.passportJwtSecret({ jwksUri, cache: true }),
        issuer,
        audience,
        algorithms: [alg],
      },
      (claims, done) => done(null, claims),
    );
    return (token) =>
      new Promise((resolve, reject) => {
        const call = Object.assign(Object.create(strategy), { success: resolve, fail: reject, error: reject });
        call.authenticate({ headers: { authorization: `Bearer ${token}` } });
      });
  },
};

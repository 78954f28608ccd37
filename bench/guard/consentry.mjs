import { randomBytes } from 'node:crypto';
import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);
const guard = (path) => require(`../../libs/guard/dist/cjs/verify/${path}.js`);

const KINDS = ['family', 'token', 'grant', 'reissue', 'account', 'client', 'disabled', 'key', 'before'];

/** The guard's verifier, as its module makes it, with these revocations. */
export function consentry({ issuer, audience, jwks }, revocations = guard('revocations/revocations').NO_REVOCATIONS) {
  const { AccessTokenVerifier } = guard('access-token-verifier');
  const { KeyStore } = guard('keys/key-store');
  const { parseKeySet } = guard('keys/key-set');
  const clock = guard('clock').systemClock;
  const keys = new KeyStore({ clock, fetchKeys: async () => parseKeySet(jwks), onFailure: console.error });
  const { RFC9068: profile } = guard('token/profiles/rfc9068');
  const issuers = [{ issuer, audiences: [audience], profile, keys, revocations }];
  const verifier = new AccessTokenVerifier({ issuers, clock, cacheSize: 10_000 });
  return (token) => verifier.verify(token);
}

/**
 * Revocations that hold 100,000 entries of every kind, none of which concerns the tokens.
 *
 * @param judging whether the version differs at each call, so that each looks its token up in the tables.
 */
export function hold100000({ judging = false } = {}) {
  const { RevocationList } = guard('revocations/revocation-list');
  const list = new RevocationList({ onNewLog: () => undefined, onMore: () => undefined });
  const entries = Array.from({ length: 100_000 }, (_, at) => ({
    version: at + 1,
    kind: KINDS[at % KINDS.length],
    digest: randomBytes(16).toString('latin1'),
    n: 1,
    expiresAt: Math.floor(Date.now() / 1000) + 1_209_600,
  }));
  const issuedAt = Math.floor(Date.now() / 1000);
  const log = randomBytes(16).toString('base64url');
  list.addDocument({ log, version: entries.length, since: undefined, issuedAt, ttl: 60_000, entries, unread: 0 }, 0, 0);
  let changes = 0;
  return {
    get version() {
      return judging ? ++changes : list.version;
    },
    ready: () => undefined,
    isRevoked: (judged) => list.isRevoked(judged),
    onChange: () => () => undefined,
  };
}

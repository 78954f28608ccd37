import { type Check, failure, some, unknown, well } from '../check';
import { type Reply, faultOf, isAnswer, objectOf } from '../prober';
import { type Metadata, type OutsideFacts, isHttpUrl, listIn } from './outside-facts';
import { isLoopbackUrl } from '../../../protocol/text/loopback';

const PROXY_CURE = 'the server never says so: see which proxy or other server answers at this URL';

const ENDPOINT = /(_endpoint|_uri)$/;
const SYMMETRIC = /^(none|HS\d+)$/i;

/** Characters of a value: another server's may be long. */
const LONGEST_SHOWN = 120;

/** What this server always announces; a client that finds it otherwise is weaker than it need be. */
const ALWAYS: Metadata = {
  response_types_supported: ['code'],
  code_challenge_methods_supported: ['S256'],
  authorization_response_iss_parameter_supported: true,
};
const AMONG = {
  token_endpoint_auth_methods_supported: 'private_key_jwt',
  dpop_signing_alg_values_supported: 'ES256',
};

/** The members that a server of ours at this issuer would have otherwise, each with what it is. */
function strangeMembers(metadata: Metadata, { issuer, openid }: OutsideFacts): string[] {
  const { origin } = new URL(issuer);
  const other = objectOf(openid) ?? {};
  const isOwn = (url: unknown) =>
    isHttpUrl(url) && new URL(url).origin === origin && (url.startsWith('https:') || isLoopbackUrl(url));
  const isStrange = (name: string) =>
    (ENDPOINT.test(name) && name !== 'service_documentation' && !isOwn(metadata[name])) ||
    (name.endsWith('_alg_values_supported') && listIn(metadata, name).some((alg) => SYMMETRIC.test(alg))) ||
    (name in other && !isSame(metadata[name], other[name]));
  const strange = [
    ...Object.keys(metadata).filter(isStrange),
    ...Object.keys(ALWAYS).filter((name) => !isSame(metadata[name], ALWAYS[name])),
    ...Object.entries(AMONG).flatMap(([name, value]) => (listIn(metadata, name).includes(value) ? [] : [name])),
    ...(listIn(metadata, 'grant_types_supported').includes('implicit') ? ['grant_types_supported'] : []),
  ];
  return [...new Set(strange)].map(
    (name) => `${name} is ${(JSON.stringify(metadata[name]) ?? 'missing').slice(0, LONGEST_SHOWN)}`,
  );
}

export const METADATA_CHECKS: readonly Check<OutsideFacts>[] = [
  {
    id: 'metadata',
    title: 'every client can read the metadata',
    clause: 'RFC 8414 §3',
    run({ metadata }) {
      const cure = 'let the proxy pass /.well-known/oauth-authorization-server on, with the path of AUTH_URL behind it';
      if (!isAnswer(metadata) || metadata.status !== 200) return failure(faultOf(metadata), cure);
      if (objectOf(metadata) === null) return failure(`${metadata.url} is not a JSON object`, cure);
      if (/^application\/json\b/i.test(metadata.headers['content-type'] ?? '')) return well();
      return failure(`its Content-Type is ${metadata.headers['content-type'] ?? 'missing'}`, PROXY_CURE);
    },
  },
  {
    id: 'issuer',
    title: 'the issuer in the metadata is the URL given',
    clause: 'RFC 8414 §3.3',
    run(facts) {
      const metadata = objectOf(facts.metadata);
      if (metadata === null) return unknown('there is no metadata');
      const { issuer } = metadata;
      if (issuer === facts.issuer) return well();
      return failure(
        `it is ${JSON.stringify(issuer)}`,
        `set AUTH_URL to ${facts.issuer}, or call the server by its issuer`,
      );
    },
  },
  {
    id: 'own-metadata',
    title: "the metadata is this server's own, and that of OpenID Connect says the same",
    clause: 'RFC 9700 §4.4',
    run(facts) {
      const metadata = objectOf(facts.metadata);
      if (metadata === null) return unknown('there is no metadata');
      if (objectOf(facts.openid) === null)
        return failure(faultOf(facts.openid), 'let the proxy pass on all of /.well-known');
      const strange = strangeMembers(metadata, facts);
      return strange.length === 0 ? well() : failure(some(strange), PROXY_CURE);
    },
  },
  {
    id: 'key-set',
    title: 'the key set has only public keys that are long enough, each with its own id',
    clause: 'RFC 7517 §4',
    run({ jwks }) {
      const keys = keysIn(jwks);
      if (keys.length === 0)
        return failure(`no keys: ${faultOf(jwks)}`, 'let the proxy pass /.well-known/jwks.json on');
      const faults = keys.map(keyFault).filter((fault) => fault !== null);
      const ids = new Set(keys.map(({ kid }) => kid));
      if (ids.size < keys.length) faults.push('two keys have the same kid');
      return faults.length === 0 ? well() : failure(some(faults), 'npm run keys -- rotate --compromised');
    },
  },
];

type Jwk = Record<string, unknown>;

export function keysIn(jwks: Reply): Jwk[] {
  const keys = objectOf(jwks)?.['keys'];
  return Array.isArray(keys) ? keys.filter((key): key is Jwk => typeof key === 'object' && key !== null) : [];
}

/** Whether a key of the set verifies signatures. */
export const hasUsableKey = (jwks: Reply) =>
  keysIn(jwks).some(
    (key) => ['EC', 'OKP', 'RSA'].includes(String(key['kty'])) && key['use'] !== 'enc' && !isShort(key),
  );

export const isSecret = ({ kty, d, k }: Jwk) => d !== undefined || k !== undefined || kty === 'oct';

const SHORTEST_RSA = 256;

const isShort = ({ kty, n }: Jwk) => kty === 'RSA' && Buffer.from(String(n), 'base64url').length < SHORTEST_RSA;

function keyFault(key: Jwk): string | null {
  const { kid } = key;
  if (typeof kid !== 'string') return 'a key has no kid';
  if (isSecret(key)) return `key ${kid} is not public: it contains a secret`;
  return isShort(key) ? `key ${kid} has fewer than 2048 bits` : null;
}

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

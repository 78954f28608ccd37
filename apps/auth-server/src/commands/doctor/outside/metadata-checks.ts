import { type Check, type Finding, failure, some, unknown, warning, well } from '../check';
import { faultOf, isAnswer, objectOf } from '../prober';
import { type Metadata, type OutsideFacts, isHttpUrl, listIn } from './outside-facts';
import { isLoopbackUrl } from '../../../protocol/text/loopback';

/** A check of the metadata document. */
interface MetadataCheck extends Omit<Check<OutsideFacts>, 'run'> {
  read: (metadata: Metadata, facts: OutsideFacts) => Finding;
}

const PROXY_CURE = 'the server never says so: see which proxy or other server answers at this URL';

const ENDPOINT = /(_endpoint|_uri)$/;

const OF_METADATA: readonly MetadataCheck[] = [
  {
    id: 'issuer',
    title: 'the issuer in the metadata is the URL given',
    clause: 'RFC 8414 §3.3',
    read({ issuer }, facts) {
      if (issuer === facts.issuer) return well();
      return failure(
        `it is ${JSON.stringify(issuer)}`,
        `set AUTH_URL to ${facts.issuer}, or call the server by its issuer`,
      );
    },
  },
  {
    id: 'endpoints',
    title: 'all endpoints are at the issuer, over https',
    clause: 'RFC 9700 §4.4',
    read(metadata, { issuer }) {
      const named = Object.entries(metadata).filter(
        ([name]) => ENDPOINT.test(name) && name !== 'service_documentation',
      );
      const plain = named.filter(([, url]) => !isHttpUrl(url) || (url.startsWith('http:') && !isLoopbackUrl(url)));
      if (plain.length > 0) return failure(`not https: ${some(plain.map(([name]) => name))}`, PROXY_CURE);
      const { origin } = new URL(issuer);
      const elsewhere = named.filter(([, url]) => new URL(String(url)).origin !== origin).map(([name]) => name);
      if (elsewhere.length > 0) return failure(`at another origin: ${some(elsewhere)}`, PROXY_CURE);
      return well();
    },
  },
  {
    id: 'openid-configuration',
    title: "OpenID Connect's metadata say the same",
    clause: 'RFC 8414 §5',
    read(metadata, { openid }) {
      const other = objectOf(openid);
      if (other === null) return failure(faultOf(openid), 'let the proxy pass on all of /.well-known');
      const differs = Object.keys(metadata).filter((name) => name in other && !isSame(metadata[name], other[name]));
      if (differs.length === 0) return well();
      return failure(`they differ in ${some(differs)}`, 'both come from one server: see which one answers at each URL');
    },
  },
  {
    id: 'pkce',
    title: 'PKCE is announced, by S256 alone',
    clause: 'RFC 9700 §2.1.1',
    read(metadata) {
      const methods = listIn(metadata, 'code_challenge_methods_supported');
      if (methods.length === 1 && methods[0] === 'S256') return well();
      if (!methods.includes('S256')) return failure('S256 is not announced: clients leave PKCE out', PROXY_CURE);
      return failure(`also announced: ${methods.filter((method) => method !== 'S256').join(', ')}`, PROXY_CURE);
    },
  },
  {
    id: 'no-implicit-grant',
    title: 'no access token is issued at the authorization endpoint',
    clause: 'RFC 9700 §2.1.2',
    read(metadata) {
      const types = listIn(metadata, 'response_types_supported').filter((type) => type.split(' ').includes('token'));
      const grants = listIn(metadata, 'grant_types_supported').filter((grant) => grant === 'implicit');
      const offered = [...types, ...grants];
      return offered.length === 0 ? well() : failure(`offered: ${offered.join(', ')}`, PROXY_CURE);
    },
  },
  {
    id: 'iss-parameter',
    title: 'authorization responses name the issuer',
    clause: 'RFC 9700 §4.4.2.1',
    read(metadata) {
      if (metadata['authorization_response_iss_parameter_supported'] === true) return well();
      return failure(
        'authorization_response_iss_parameter_supported is not true: clients cannot tell a mix-up',
        PROXY_CURE,
      );
    },
  },
  {
    id: 'algorithms',
    title: 'every signature is asymmetric: neither none nor HS256 and the like',
    clause: 'RFC 8725 §3.2',
    read(metadata) {
      const weak = Object.keys(metadata).filter((name) => /_alg_values_supported$/.test(name));
      const named = weak.filter((name) => listIn(metadata, name).some((alg) => /^(none|HS\d+)$/i.test(alg)));
      return named.length === 0 ? well() : failure(`in ${some(named)}`, PROXY_CURE);
    },
  },
  {
    id: 'client-authentication',
    title: 'clients can authenticate by keys instead of secrets',
    clause: 'RFC 9700 §2.5',
    read(metadata) {
      const methods = listIn(metadata, 'token_endpoint_auth_methods_supported');
      const isThere = methods.some((method) => /^(private_key_jwt|(self_signed_)?tls_client_auth)$/.test(method));
      return isThere ? well() : warning(`only ${methods.join(', ') || 'nothing'} is announced`, PROXY_CURE);
    },
  },
  {
    id: 'sender-constrained-tokens',
    title: 'access tokens can be bound to a key',
    clause: 'RFC 9700 §2.2.1',
    read(metadata) {
      const isThere =
        listIn(metadata, 'dpop_signing_alg_values_supported').length > 0 ||
        metadata['tls_client_certificate_bound_access_tokens'] === true;
      return isThere ? well() : warning('neither DPoP nor mutual TLS is announced', PROXY_CURE);
    },
  },
];

export const METADATA_CHECKS: readonly Check<OutsideFacts>[] = [
  {
    id: 'metadata',
    title: 'the metadata are there, for every client',
    clause: 'RFC 8414 §3',
    run({ metadata }) {
      const cure = 'let the proxy pass /.well-known/oauth-authorization-server on, with the path of AUTH_URL behind it';
      if (!isAnswer(metadata) || metadata.status !== 200) return failure(faultOf(metadata), cure);
      if (objectOf(metadata) === null) return failure(`${metadata.url} is no JSON object`, cure);
      if (/^application\/json\b/i.test(metadata.headers['content-type'] ?? '')) return well();
      return failure(`its Content-Type is ${metadata.headers['content-type'] ?? 'missing'}`, PROXY_CURE);
    },
  },
  ...OF_METADATA.map(({ read, ...check }) => ({
    ...check,
    run(facts: OutsideFacts) {
      const metadata = objectOf(facts.metadata);
      return metadata === null ? unknown('there are no metadata') : read(metadata, facts);
    },
  })),
  {
    id: 'key-set',
    title: 'the key set holds public keys that are long enough, each with its own id',
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

export function keysIn(jwks: OutsideFacts['jwks']): Jwk[] {
  const keys = objectOf(jwks)?.['keys'];
  return Array.isArray(keys) ? keys.filter((key): key is Jwk => typeof key === 'object' && key !== null) : [];
}

const SHORTEST_RSA = 256;

function keyFault({ kid, kty, d, k, n }: Jwk): string | null {
  if (typeof kid !== 'string') return 'a key has no kid';
  if (d !== undefined || k !== undefined || kty === 'oct') return `key ${kid} is not public: it holds a secret`;
  if (kty === 'RSA' && Buffer.from(String(n), 'base64url').length < SHORTEST_RSA)
    return `key ${kid} has less than 2048 bits`;
  return null;
}

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

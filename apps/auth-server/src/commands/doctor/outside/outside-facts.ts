import { isUrl } from '../../../protocol/text/is-url';
import { isLoopbackUrl } from '../../../protocol/text/loopback';
import { type Answer, type Prober, type Reply, isAnswer, objectOf } from '../prober';
import { type TlsFacts, probeTls } from '../tls-probe';

export type Metadata = Record<string, unknown>;

/** What a stranger sees of a running server. Nothing is changed by asking, and nobody's limit is used up. */
export interface OutsideFacts {
  issuer: string;
  /** By the clock of this machine, in epoch milliseconds. */
  now: number;
  isLoopback: boolean;
  /** `null`: http. */
  tls: TlsFacts | null;
  /** The same host over http at port 80; `null`: not asked, as the issuer has a port of its own. */
  plain: Reply | null;
  /** Twice: a cache would answer alike. */
  ready: readonly [Reply, Reply];
  metadata: Reply;
  openid: Reply;
  jwks: Reply;
  /** `null`: the metadata name no feed. */
  revocations: Reply | null;
  /** The metadata, asked for with headers that only a proxy should set. */
  forwarded: Reply;
  /** A browser's authorization request of a client that there is not. */
  unknownClient: Reply;
  /** The same, as long as requests of real clients get. */
  longRequest: Reply;
  signInPage: Reply;
  signUpPage: Reply;
  /** Forms that set cookies and lead on, sent without a cookie. */
  forms: readonly Reply[];
  passwordGrant: Reply;
  /** A sign-in from another site. */
  foreignCall: Reply;
  /** A registration that no server can accept; `null`: none is offered. */
  registration: Reply | null;
}

/** A host that cannot exist (RFC 6761 §6.4). */
export const STRANGER = 'doctor.invalid';

const FORM = 'application/x-www-form-urlencoded';
const JSON_TYPE = 'application/json';
/** The headers of a browser. */
export const PAGE = { accept: 'text/html' };

/** Bytes: a query with a request object or authorization details. */
const LONG = 12_000;

const FORWARDED = {
  'x-forwarded-host': STRANGER,
  'x-forwarded-proto': 'http',
  'x-forwarded-prefix': `/${STRANGER}`,
  'x-forwarded-server': STRANGER,
  forwarded: `host=${STRANGER};proto=http`,
};

export async function gatherOutside(issuer: string, prober: Prober): Promise<OutsideFacts> {
  const url = new URL(issuer);
  const metadata = await prober.ask(wellKnownOf(url, 'oauth-authorization-server'));
  const hasPlainPort = url.protocol === 'https:' && url.port === '';
  const [ready, tls, plain, named, called, registration] = await Promise.all([
    prober.ask(`${issuer}/health/ready`),
    url.protocol === 'https:' ? probeTls(url, prober) : null,
    hasPlainPort ? prober.ask(`http://${url.host}/`) : null,
    documents(url, metadata, prober),
    calls(issuer, prober),
    register(objectOf(metadata)?.['registration_endpoint'], prober),
  ]);
  const readyAgain = await prober.ask(`${issuer}/health/ready`);
  const own = { issuer, now: prober.now(), isLoopback: isLoopbackUrl(issuer), tls, plain, metadata, registration };
  return { ...own, ready: [ready, readyAgain], ...named, ...called };
}

/** Inserts the segment before the issuer's path (RFC 8414 §3.1). */
export const wellKnownOf = ({ origin, pathname }: URL, name: string) =>
  `${origin}/.well-known/${name}${pathname === '/' ? '' : pathname}`;

async function documents(url: URL, metadata: Reply, prober: Prober) {
  const issuer = url.href.replace(/\/$/, '');
  const { jwks_uri: jwksUri, revocations_uri: feed } = objectOf(metadata) ?? {};
  const [openid, jwks, revocations, forwarded] = await Promise.all([
    prober.ask(`${issuer}/.well-known/openid-configuration`),
    prober.ask(isHttpUrl(jwksUri) ? jwksUri : `${issuer}/.well-known/jwks.json`),
    isHttpUrl(feed) ? prober.ask(feed) : null,
    prober.ask(wellKnownOf(url, 'oauth-authorization-server'), { headers: FORWARDED }),
  ]);
  return { openid, jwks, revocations, forwarded };
}

async function calls(issuer: string, prober: Prober) {
  const { origin } = new URL(issuer);
  const request = `client_id=${STRANGER}&response_type=code&state=doctor&redirect_uri=https%3A%2F%2F${STRANGER}%2F`;
  const form = (path: string, body: string, from = origin) =>
    prober.ask(`${issuer}${path}`, { method: 'POST', headers: { 'content-type': FORM, origin: from }, body });
  const foreign = { origin: `https://${STRANGER}`, 'content-type': JSON_TYPE };
  const authorize = (query: string) =>
    prober.ask(`${issuer}/oauth2/authorize?${query}`, { headers: { ...PAGE, origin: `https://${STRANGER}` } });
  const [unknownClient, longRequest, signInPage, signUpPage, signOut, language, passwordGrant, foreignCall] =
    await Promise.all([
      authorize(request),
      authorize(`${request}&nonce=${'0'.repeat(LONG)}`),
      prober.ask(`${issuer}/sign-in`, { headers: PAGE }),
      prober.ask(`${issuer}/sign-up`, { headers: PAGE }),
      form('/sign-out', 'return_to=%2F'),
      form('/preferences', 'language=en&return_to=%2Fsign-in'),
      form('/oauth2/token', 'grant_type=password&username=doctor&password=doctor'),
      prober.ask(`${issuer}/api/session`, { method: 'POST', headers: foreign, body: '{}' }),
    ]);
  return { unknownClient, longRequest, signInPage, signUpPage, forms: [signOut, language], passwordGrant, foreignCall };
}

/** Sends a redirect URI that would run a script: a server that registers it has a worse problem. */
async function register(endpoint: unknown, prober: Prober): Promise<Reply | null> {
  if (!isHttpUrl(endpoint)) return null;
  const body = JSON.stringify({ redirect_uris: ['javascript:void(0)'] });
  return prober.ask(endpoint, { method: 'POST', headers: { 'content-type': JSON_TYPE }, body });
}

export const isHttpUrl = (value: unknown): value is string =>
  typeof value === 'string' && isUrl(value) && /^https?:$/.test(new URL(value).protocol);

export const answersOf = (facts: OutsideFacts): Answer[] =>
  [...facts.ready, facts.metadata, facts.signInPage, facts.unknownClient].filter(isAnswer);

/** The strings of a list in metadata. */
export const listIn = (metadata: Metadata, name: string): string[] => {
  const value = metadata[name];
  return Array.isArray(value) ? value.filter((each) => typeof each === 'string') : [];
};

import type { Clock } from '../verify/clock.ts';
import type { UsedProofStore } from '../verify/proof/used-proof-store.ts';
import type { MessageTokenSource } from './transports/message.transport.ts';
import type { PolicySource } from './access/access-policy.ts';
import type { ClaimsSource } from './claims/claims-source.ts';
import type { IssuerOptions } from './issuer.options.ts';
import type { GuardMeter } from './reports/meter.ts';
import type { RevocationOptions } from './revocation.options.ts';
import type { RefusedCall } from './reports/refused-call.ts';

/**
 * Options of `GuardModule.forRoot` and `forRootAsync`. URLs are https, or http on localhost, 127.0.0.1, [::1] and
 * `insecureHosts`.
 *
 * @example { issuer: 'https://auth.example.com', audience: 'https://notes.example.com' }
 */
export interface GuardOptions {
  /** The authorization server's URL, byte for byte the tokens' `iss`: no trailing slash, query or fragment. */
  issuer?: string;
  /** Instead of `issuer`: several, or one that is not Consentry. A token is checked by the keys of its `iss` alone. */
  issuers?: readonly IssuerOptions[];
  /** This service's URL, byte for byte the tokens' `aud`: no fragment. Of several, a token must name one. */
  audience: string | readonly string[];
  /** URL of the issuer's JWK Set (RFC 7517). Default: `/.well-known/jwks.json` below the issuer. */
  jwksUri?: string;
  /**
   * How to read what the issuer takes back before it expires; `false` accepts such tokens until their `exp`. Default: below
   * the issuer, and where its metadata names no such list nothing is read.
   */
  revocations?: boolean | RevocationOptions;
  /** The `realm` of the challenges (RFC 9110 §11.5), printable ASCII without `"` and `\`. Default: `api`. */
  realm?: string;
  /**
   * URL of this service's metadata (RFC 9728), in every challenge: MCP clients find the authorization server by it.
   * Default: that of `ProtectedResourceModule` (`@consentry/guard/mcp`), which serves it; without, none.
   */
  resourceMetadata?: string;
  /**
   * Scopes that imply others, over any number of steps: `{ 'notes:write': ['notes:read'] }`. Default: none.
   */
  scopeHierarchy?: Readonly<Record<string, readonly string[]>>;
  /**
   * A page about each refusal, sent as `error_uri` of `WWW-Authenticate` (RFC 6750 §3): a URL with `{code}` in the place of
   * the error code, such as `https://docs.example.com/errors/guard/{code}.html`. Default: none is sent.
   */
  errorUri?: string;
  /** A rule of your own for every guarded route; a class must be a provider. Default: none. */
  policy?: PolicySource | PolicySource<never>;
  /**
   * How many verified tokens are kept, so that a repeated one costs no signature: 0 to 1,000,000; 1 to 2 KB each.
   * Default: 10,000.
   */
  cacheSize?: number;
  /**
   * What `token.claims` is for handlers and policies: a class with the decorators of class-validator, or a function of the
   * claims. A token whose claims do not fit is `invalid_token`. Type it as `@AccessToken() token:
   * VerifiedAccessToken<NotesClaims>`. Default: the claims as they were signed.
   */
  claims?: ClaimsSource;
  /**
   * Whether tokens must be bound to a key (RFC 9449): `required` answers a token that is not with a challenge of the
   * scheme DPoP. `@RequireDpop()` does so for one route or controller. Default: `accepted`.
   */
  dpop?: 'accepted' | 'required';
  /**
   * Where used proofs are kept: `PostgresUsedProofs`, or your own, where several processes serve this service. Default:
   * in this process, 500,000 at most; then calls with proofs are answered with 503.
   */
  usedProofs?: UsedProofStore;
  /** A meter of `@opentelemetry/api`: `metrics.getMeter('notes')`. Default: nothing is measured. */
  meter?: GuardMeter;
  /** Told of every refused call, after the answer is decided: what it throws is logged. Default: none. */
  onRefused?: (call: RefusedCall) => unknown;
  /**
   * Where messages have their access token, without `Bearer`, by the kind of their context (`context.getType()`): of Nest's
   * microservices `{ rpc: (context) => context.switchToRpc().getData().token }`, of other libraries as `rmq`, `telegraf`,
   * `necord`. Default: for `rpc` the message's `Authorization` header in NATS, Kafka, RabbitMQ, MQTT 5 and gRPC (TCP and
   * Redis have none), for other kinds nowhere: all but `@Public()` handlers refuse them, and are named at the start.
   */
  messageTokens?: Readonly<Record<string, MessageTokenSource>>;
  /**
   * Names in a private network that http is allowed to, as `['auth']` in a compose network, for development: exact, no
   * wildcards. Each connection fails unless every address of the name is private or loopback. Default: none.
   */
  insecureHosts?: readonly string[];
  /** Time source. Default: the process's clock. */
  clock?: Clock;
}

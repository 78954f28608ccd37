// One process may hold both builds of the library, so injection uses these tokens, never classes.
export const GUARD_OPTIONS = Symbol.for('@consentry/guard:options');
export const GUARD_SETTINGS = Symbol.for('@consentry/guard:settings');
export const METRICS = Symbol.for('@consentry/guard:metrics');
export const POSSESSION = Symbol.for('@consentry/guard:possession');
export const REVOCATION_FEEDS = Symbol.for('@consentry/guard:revocation-feeds');
export const TYPED_TOKENS = Symbol.for('@consentry/guard:typed-tokens');
export const TRANSPORTS = Symbol.for('@consentry/guard:transports');
export const VERIFIER = Symbol.for('@consentry/guard:verifier');

/** Metadata keys and the request's property, shared by both builds likewise. */
export const PUBLIC_METADATA = 'consentry:public';
export const OPTIONAL_METADATA = 'consentry:optional';
export const SCOPES_METADATA = 'consentry:scopes';
export const AUDIENCE_METADATA = 'consentry:audience';
export const AUTHENTICATION_METADATA = 'consentry:authentication';
export const POLICIES_METADATA = 'consentry:policies';
export const DPOP_METADATA = 'consentry:dpop';
export const REQUEST_TOKEN: unique symbol = Symbol.for('@consentry/guard:access-token');
export const SOCKET_CALL: unique symbol = Symbol.for('@consentry/guard:socket-call');

/** Marks `JwtBearerGuard` and the classes that extend it. */
export const GUARD_BRAND: unique symbol = Symbol.for('@consentry/guard:jwt-bearer-guard');

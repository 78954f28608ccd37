// One process may hold both builds of the library, so injection uses these tokens, never classes.
export const GUARD_OPTIONS = Symbol.for('@consentry/guard:options');
export const GUARD_SETTINGS = Symbol.for('@consentry/guard:settings');
export const POSSESSION = Symbol.for('@consentry/guard:possession');
export const BEARER_PASSPORT_GUARD = Symbol.for('@consentry/guard:passport-guard');

/** Metadata keys and the request's property, shared by both builds likewise. */
export const PUBLIC_METADATA = 'consentry:public';
export const SCOPES_METADATA = 'consentry:scopes';
export const REQUEST_TOKEN = Symbol.for('@consentry/guard:access-token');

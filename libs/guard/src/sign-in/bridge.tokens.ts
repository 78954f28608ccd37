// One process may hold both builds of the library, so injection uses these tokens, never classes.
export const BRIDGE_OPTIONS = Symbol.for('@consentry/guard:sign-in-options');
export const BRIDGE_SETTINGS = Symbol.for('@consentry/guard:sign-in-settings');
export const BRIDGE_CLOCK = Symbol.for('@consentry/guard:sign-in-clock');
export const BRIDGE_PAGES = Symbol.for('@consentry/guard:sign-in-pages');
export const SIGN_IN_FLOW = Symbol.for('@consentry/guard:sign-in-flow');
export const SIGN_OUT_FLOW = Symbol.for('@consentry/guard:sign-out-flow');

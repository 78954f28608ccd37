export const CLIENT_OPTIONS = Symbol.for('@consentry/client:options');
export const CLIENT_SETTINGS = Symbol.for('@consentry/client:settings');

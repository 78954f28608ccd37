/** Redirects as a JSON body (RFC 7240 §4.2). */
export const prefersRepresentation = (prefer = '') =>
  prefer.split(',').some((preference) => /^\s*return\s*=\s*"?representation"?\s*(;|$)/i.test(preference));

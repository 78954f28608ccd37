/** In the order in which one begins. */
export const TAGS = [
  ['accounts', 'Sign up, and change what is known of you.'],
  ['session', 'Sign in and out. The session is a cookie in browsers, and a Bearer token elsewhere.'],
  ['applications', 'Register what asks people for access, with its secrets; get a token for yourself by one call.'],
  ['oauth2', 'What applications and services call: authorization, tokens, introspection, revocation.'],
  ['grants', 'What the signed-in account allowed to which application, and how it takes that back.'],
  ['registration', 'Clients that register themselves (RFC 7591, RFC 7592), where the server lets them.'],
  ['discovery', 'What this server offers, and its public keys.'],
  ['health', 'For load balancers, and for callers that need the version of this API.'],
  ['administration', 'For administrators, by the session cookie alone. Others find nothing here.'],
] as const;

/** Markdown. */
export const introductionOf = (issuer: string): string =>
  `An OAuth 2.0 authorization server whose consent step is JSON. The issuer is \`${issuer}\`; the pages are [here](${issuer}/docs).

Errors of \`/oauth2\` have \`error\` and \`error_description\` (RFC 6749 §5.2), those of \`/api\` are problem details (RFC 9457) that name each field.`;

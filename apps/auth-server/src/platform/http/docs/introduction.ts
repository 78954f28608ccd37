/** In the order in which one begins. */
export const TAGS = [
  ['accounts', 'Sign up, and manage your account.'],
  ['session', 'Sign in and out. The session is a cookie in browsers, and a Bearer token elsewhere.'],
  ['applications', 'Register applications and manage their secrets; get a token for yourself with one call.'],
  ['oauth2', 'The calls of applications and services: authorization, tokens, introspection, revocation.'],
  ['grants', 'What the signed-in account has allowed each application, and how to revoke it.'],
  ['registration', 'Clients that register themselves (RFC 7591, RFC 7592), if the server allows it.'],
  ['discovery', 'What this server offers, and its public keys.'],
  ['health', 'For load balancers, and for callers that need the version of this API.'],
  ['administration', 'For administrators, with the session cookie only. Others get 404 here.'],
] as const;

/** Markdown. */
export const introductionOf = (issuer: string): string =>
  `An OAuth 2.0 authorization server whose consent step is JSON. The issuer is \`${issuer}\`; the pages are [here](${issuer}/docs).

Errors of \`/oauth2\` have \`error\` and \`error_description\` (RFC 6749 §5.2), those of \`/api\` are problem details (RFC 9457) that name each field.`;

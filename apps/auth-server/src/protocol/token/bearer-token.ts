import { OAuthError, invalidRequest } from '../oauth-error';

/** RFC 6750 §2.1, RFC 9110 §11.1. */
const BEARER = /^bearer +([A-Za-z0-9._~+/-]+=*) *$/i;

/** RFC 9449 §7.1. */
const DPOP = /^dpop +([A-Za-z0-9._~+/-]+=*) *$/i;

const REALM = 'Bearer realm="consentry"';

/**
 * From header or form body (RFC 6750 §2.1, §2.2), never the query, which is logged (§2.3).
 *
 * @throws OAuthError 401 without a code if there is none (§3.1); `invalid_request` if there are two.
 */
export function presentedBearer(authorization: string | undefined, inBody: string | undefined): string {
  if (authorization !== undefined && inBody !== undefined)
    throw refusedBearer(invalidRequest('send the access token in the header or in the body, not in both'));
  const token = authorization === undefined ? inBody : BEARER.exec(authorization)?.[1];
  if (token !== undefined) return token;
  throw new OAuthError('invalid_token', 'send an access token as Authorization: Bearer', { challenge: REALM });
}

/** @throws OAuthError as {@link presentedBearer}. */
export function presentedAccessToken(
  authorization: string | undefined,
  inBody: string | undefined,
): { text: string; scheme: 'bearer' | 'dpop' } {
  const bound = inBody === undefined ? DPOP.exec(authorization ?? '')?.[1] : undefined;
  if (bound !== undefined) return { text: bound, scheme: 'dpop' };
  return { text: presentedBearer(authorization, inBody), scheme: 'bearer' };
}

export const invalidToken = (description = 'the access token is unknown or no longer valid') =>
  refusedBearer(new OAuthError('invalid_token', description));

export const insufficientScope = (scope: string) =>
  refusedBearer(new OAuthError('insufficient_scope', `the access token does not have the scope ${scope}`), scope);

/** RFC 6750 §3. */
function refusedBearer(error: OAuthError, scope?: string): OAuthError {
  const { code, description } = error;
  const needed = scope === undefined ? '' : `, scope="${scope}"`;
  return error.with({ challenge: `${REALM}, error="${code}", error_description="${description}"${needed}` });
}

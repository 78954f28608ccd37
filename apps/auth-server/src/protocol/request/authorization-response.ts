import { appendParameters, encodeParameters } from './redirect-uri';

/** OAuth 2.0 Multiple Response Types §2.1, Form Post Response Mode. */
export const RESPONSE_MODES = ['query', 'fragment', 'form_post'] as const;

export type ResponseMode = (typeof RESPONSE_MODES)[number];

export type RedirectStatus = 301 | 302 | 303;

/** `issuer` becomes `iss` (RFC 9207). */
export interface ResponseTarget {
  redirectUri: string;
  /** `null` means query. */
  responseMode: ResponseMode | null;
  state: string | null;
  issuer: string;
  /** Of a redirect; absent: the endpoint's own. */
  status?: RedirectStatus | undefined;
}

/** RFC 6749 §4.1.2. */
export interface AuthorizationResponse {
  redirectUri: string;
  mode: ResponseMode;
  parameters: Readonly<Record<string, string>>;
  /** Of its redirect; absent: the endpoint's own. */
  status?: RedirectStatus | undefined;
}

export const codeResponse = (code: string, target: ResponseTarget) => responseOf({ code }, target);

export const errorResponse = ({ code, description }: { code: string; description: string }, target: ResponseTarget) =>
  responseOf({ error: code, error_description: description }, target);

function responseOf(
  parameters: Record<string, string>,
  { redirectUri, responseMode, state, issuer, status }: ResponseTarget,
): AuthorizationResponse {
  const answered = { ...parameters, ...(state !== null && { state }), iss: issuer };
  return { redirectUri, mode: responseMode ?? 'query', parameters: answered, status };
}

/** In the query, for `form_post` too; a redirect URI has no fragment of its own. */
export const toRedirect = ({ redirectUri, mode, parameters }: AuthorizationResponse) =>
  mode === 'fragment' ? `${redirectUri}#${encodeParameters(parameters)}` : appendParameters(redirectUri, parameters);

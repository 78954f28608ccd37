import type { AuthorizationResponse } from './request/authorization-response';

/** RFC 6749 §4.1.2.1, §5.2, and those of its extensions; OIDC Core §3.1.2.6. */
const STATUS_OF = {
  invalid_request: 400,
  invalid_client: 401,
  invalid_grant: 400,
  invalid_scope: 400,
  unauthorized_client: 400,
  unsupported_grant_type: 400,
  unsupported_response_type: 400,
  invalid_target: 400,
  invalid_request_uri: 400,
  invalid_request_object: 400,
  request_uri_not_supported: 400,
  invalid_authorization_details: 400,
  invalid_dpop_proof: 400,
  use_dpop_nonce: 400,
  invalid_token: 401,
  insufficient_scope: 403,
  invalid_redirect_uri: 400,
  invalid_client_metadata: 400,
  authorization_pending: 400,
  slow_down: 400,
  expired_token: 400,
  access_denied: 403,
  login_required: 401,
  consent_required: 400,
  unmet_authentication_requirements: 400,
  server_error: 500,
  temporarily_unavailable: 503,
} as const;

export type OAuthErrorCode = keyof typeof STATUS_OF;

export const OAUTH_ERROR_CODES = Object.keys(STATUS_OF) as OAuthErrorCode[];

export interface OAuthErrorDetail {
  /** 404, 405 and 413 are `invalid_request` too. */
  status?: number;
  /** `WWW-Authenticate`. */
  challenge?: string;
  /** Such as `DPoP-Nonce`. */
  headers?: Readonly<Record<string, string>>;
  /** Seconds. */
  retryAfter?: number;
  /** Tells the client, where its redirect URI is known; in a body `redirect_to`, for a button. */
  response?: AuthorizationResponse;
  /** More members of the body. */
  members?: Readonly<Record<string, unknown>>;
  /** Only for the log. */
  cause?: unknown;
}

/** RFC 6749 §5.2. */
const DESCRIPTION = /^[\x20-\x21\x23-\x5B\x5D-\x7E]+$/;

/**
 * `code` and `description` are public; `cause` only reaches the log.
 *
 * @throws TypeError for a character in the description that RFC 6749 §5.2 forbids.
 */
export class OAuthError extends Error {
  readonly status: number;

  constructor(
    readonly code: OAuthErrorCode,
    readonly description: string,
    readonly detail: OAuthErrorDetail = {},
  ) {
    if (!DESCRIPTION.test(description)) throw new TypeError(`not an error_description: ${description}`);
    super(`${code}: ${description}`, { cause: detail.cause });
    this.name = 'OAuthError';
    this.status = detail.status ?? STATUS_OF[code];
  }

  with(detail: OAuthErrorDetail): OAuthError {
    return new OAuthError(this.code, this.description, { ...this.detail, ...detail });
  }
}

export const invalidRequest = (description: string, detail?: OAuthErrorDetail) =>
  new OAuthError('invalid_request', description, detail);

export const invalidGrant = (description: string) => new OAuthError('invalid_grant', description);

export const invalidScope = (description: string) => new OAuthError('invalid_scope', description);

export const invalidTarget = (description: string) => new OAuthError('invalid_target', description);

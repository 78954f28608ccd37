/** The closed vocabulary of error codes, each with its HTTP status (RFC 6749 §4.1.2.1, §5.2; OIDC Core §3.1.2.6). */
const STATUS_OF = {
  invalid_request: 400,
  invalid_client: 401,
  invalid_grant: 400,
  invalid_scope: 400,
  unauthorized_client: 400,
  unsupported_grant_type: 400,
  unsupported_response_type: 400,
  access_denied: 403,
  login_required: 401,
  server_error: 500,
  temporarily_unavailable: 503,
} as const;

export type OAuthErrorCode = keyof typeof STATUS_OF;

export interface OAuthErrorDetail {
  /** Where the code alone does not tell it: 404, 405 and 413 are `invalid_request` too. */
  status?: number;
  /** The `WWW-Authenticate` value that goes with a 401. */
  challenge?: string;
  /** Seconds, sent as `Retry-After`. */
  retryAfter?: number;
  /** The error redirect, offered as a button: the target is known, the caller may still be a stranger. */
  redirectTo?: string;
  /** For the log alone. */
  cause?: unknown;
}

/** The characters that RFC 6749 §5.2 allows in `error_description`. */
const DESCRIPTION = /^[\x20-\x21\x23-\x5B\x5D-\x7E]+$/;

/**
 * What an OAuth endpoint refuses. `code` and `description` are public; `cause` reaches the log only.
 *
 * @throws TypeError when the description holds a character that RFC 6749 §5.2 forbids.
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

  /** The same error with more to say on the wire. */
  with(detail: OAuthErrorDetail): OAuthError {
    return new OAuthError(this.code, this.description, { ...this.detail, ...detail });
  }
}

export const invalidRequest = (description: string, detail?: OAuthErrorDetail) =>
  new OAuthError('invalid_request', description, detail);

export const invalidGrant = (description: string) => new OAuthError('invalid_grant', description);

export const invalidScope = (description: string) => new OAuthError('invalid_scope', description);

import { BadRequestException, ServiceUnavailableException, UnauthorizedException } from '@nestjs/common';

/** Nothing is stored under the person's key, or it can no longer be refreshed: send the person to `begin()`. */
export class SignInNeededError extends UnauthorizedException {
  readonly code: 'sign_in_needed' | 'access_revoked' = 'sign_in_needed';

  constructor(message = 'Sign in first: no access is stored for this person', cause?: unknown) {
    super(message, { cause });
  }
}

/** The server refused the refresh token: it was revoked, replayed or has expired. Send the person to `begin()`. */
export class AccessRevokedError extends SignInNeededError {
  override readonly code = 'access_revoked';

  constructor(cause?: unknown) {
    super('Sign in again: the access of this application was revoked or has expired', cause);
  }
}

/** The callback gave no tokens: the person refused, another browser began the sign-in, or the code was used before. */
export class SignInFailedError extends BadRequestException {
  readonly code = 'sign_in_failed';

  /** @param reason the server's error code, such as `access_denied`, openid-client's, or `token_not_bound`. */
  constructor(
    readonly reason: string,
    cause?: unknown,
  ) {
    super(`The sign-in gave no access: ${reason}`, { cause });
  }
}

/** The authorization server did not answer, or with a 5xx or 429. The tokens are kept; the next call tries again. */
export class IssuerUnavailableError extends ServiceUnavailableException {
  readonly code = 'issuer_unavailable';

  constructor(issuer: string, cause?: unknown) {
    super(`The authorization server ${issuer} cannot be reached`, { cause });
  }
}

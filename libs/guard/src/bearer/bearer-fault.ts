/** The closed set of refusals. `missing_token` is never sent as an error code. */
export type BearerErrorCode =
  | 'missing_token'
  | 'invalid_request'
  | 'invalid_token'
  | 'invalid_dpop_proof'
  | 'insufficient_scope'
  | 'insufficient_user_authentication'
  | 'access_denied'
  | 'temporarily_unavailable';

/** How the user must have signed in (RFC 9470). */
export interface RequiredAuthentication {
  /** Seconds since the user signed in, at most: `max_age`. */
  readonly maxAge?: number;
  /** One of these must be the token's `acr`, the best liked first: `acr_values`. */
  readonly acr?: readonly string[];
}

/** Whose token it was. */
export interface TokenIdentity {
  readonly issuer: string;
  readonly subject: string;
  readonly clientId: string;
  readonly tokenId?: string | undefined;
}

interface FaultDetails {
  /** For the host; only of a token whose signature was verified. */
  readonly token?: TokenIdentity | undefined;

  /** The cause, for the log; never contains any text of the token. */
  readonly reason?: string;
  /** What was expected and what came, for the debug log alone: it holds text of the token. */
  readonly mismatch?: string;
  readonly authentication?: RequiredAuthentication;
  /** Whether the call needs the scheme DPoP. */
  readonly wantsDpop?: boolean;
  /** Seconds for `Retry-After`. */
  readonly retryAfter?: number;
}

// Two builds of this library may be in one process, where instanceof does not work across them.
const BRAND: unique symbol = Symbol.for('@consentry/guard:bearer-fault');

/** A refusal, independent of HTTP: `description` is public, `reason` is for the log. */
export class BearerFault extends Error {
  readonly [BRAND] = true;
  override readonly name = 'BearerFault';

  private constructor(
    readonly code: BearerErrorCode,
    readonly description: string,
    readonly details: FaultDetails = {},
  ) {
    super(details.reason ?? description);
  }

  static missingToken(): BearerFault {
    return new BearerFault('missing_token', 'Unauthorized: send Authorization: Bearer <access token>');
  }

  static malformedRequest(reason: string): BearerFault {
    return new BearerFault('invalid_request', 'The Authorization header is malformed', { reason });
  }

  static invalidToken(reason: string, token?: TokenIdentity): BearerFault {
    return new BearerFault('invalid_token', 'The access token is not valid', { reason, token });
  }

  /** Of another issuer, or for another service. */
  static foreignToken(reason: string, mismatch: string): BearerFault {
    return new BearerFault('invalid_token', 'The access token is not valid', { reason, mismatch });
  }

  static expiredToken(token?: TokenIdentity): BearerFault {
    return new BearerFault('invalid_token', 'The access token expired', { token });
  }

  /** RFC 9449 §7.1: the call is answered only for bound tokens. */
  static unboundToken(): BearerFault {
    const description = 'The access token is not bound to a key: request one with a DPoP proof';
    return new BearerFault('invalid_token', description, { wantsDpop: true });
  }

  /** RFC 9449 §7.2: a bound token is no Bearer token. */
  static boundToken(): BearerFault {
    const description = 'The access token is bound to a key: send it by the scheme DPoP, with a proof';
    return new BearerFault('invalid_token', description, { wantsDpop: true });
  }

  static invalidProof(reason: string): BearerFault {
    return new BearerFault('invalid_dpop_proof', 'The DPoP proof is not valid', { reason, wantsDpop: true });
  }

  static insufficientScope(): BearerFault {
    return new BearerFault('insufficient_scope', 'The access token lacks a scope that this call needs');
  }

  /** RFC 9470 §3. */
  static insufficientAuthentication(authentication: RequiredAuthentication, reason: string): BearerFault {
    const description = 'This call needs a more recent or a stronger sign-in of the user';
    return new BearerFault('insufficient_user_authentication', description, { authentication, reason });
  }

  /** Refuses by a rule of the host's own. The description is public. */
  static accessDenied(description: string, reason: string | undefined): BearerFault {
    return new BearerFault('access_denied', description, reason === undefined ? {} : { reason });
  }

  static unavailable(reason: string, retryAfter: number): BearerFault {
    const description = 'Access tokens cannot be checked right now';
    return new BearerFault('temporarily_unavailable', description, { reason, retryAfter });
  }

  static proofsUnavailable(reason: string, retryAfter: number): BearerFault {
    const description = 'DPoP proofs cannot be checked right now';
    return new BearerFault('temporarily_unavailable', description, { reason, retryAfter });
  }
}

export function isBearerFault(value: unknown): value is BearerFault {
  return typeof value === 'object' && value !== null && BRAND in value;
}

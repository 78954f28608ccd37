/** Why a call is refused; closed, so that a caller can switch on it. `missing_token` is never sent as an error code. */
export type BearerErrorCode =
  | 'missing_token'
  | 'invalid_request'
  | 'invalid_token'
  | 'invalid_dpop_proof'
  | 'insufficient_scope'
  | 'temporarily_unavailable';

interface FaultDetails {
  /** For the log alone: what was really wrong. Never the token, nor any text out of it. */
  readonly reason?: string;
  /** The scopes that the route asks for. */
  readonly scopes?: readonly string[];
  /** Whether the scheme DPoP would have been the right one. */
  readonly wantsDpop?: boolean;
  /** Seconds after which to ask again. */
  readonly retryAfter?: number;
}

// Two builds of this library may meet in one process, so that instanceof would not know the other's class.
const BRAND: unique symbol = Symbol.for('@consentry/guard:bearer-fault');

/** A refusal before it has met HTTP: what may be told (`description`) apart from what only the log sees (`reason`). */
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
    return new BearerFault('missing_token', 'Unauthorized');
  }

  static malformedRequest(reason: string): BearerFault {
    return new BearerFault('invalid_request', 'The Authorization header is malformed', { reason });
  }

  static invalidToken(reason: string): BearerFault {
    return new BearerFault('invalid_token', 'The access token is not valid', { reason });
  }

  static expiredToken(): BearerFault {
    return new BearerFault('invalid_token', 'The access token expired');
  }

  /** RFC 9449 §7.2: a token that is bound to a key is no Bearer token. */
  static boundToken(): BearerFault {
    const description = 'The access token is bound to a key: send it by the scheme DPoP, with a proof';
    return new BearerFault('invalid_token', description, { wantsDpop: true });
  }

  static invalidProof(reason: string): BearerFault {
    return new BearerFault('invalid_dpop_proof', 'The DPoP proof is not valid', { reason, wantsDpop: true });
  }

  static insufficientScope(scopes: readonly string[]): BearerFault {
    return new BearerFault('insufficient_scope', 'The access token lacks a scope that this call needs', { scopes });
  }

  static keysUnavailable(reason: string, retryAfter: number): BearerFault {
    const description = 'Access tokens cannot be checked right now';
    return new BearerFault('temporarily_unavailable', description, { reason, retryAfter });
  }
}

export function isBearerFault(value: unknown): value is BearerFault {
  return typeof value === 'object' && value !== null && BRAND in value;
}

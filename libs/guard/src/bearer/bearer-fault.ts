/** The closed set of refusals. `missing_token` is never sent as an error code. */
export type BearerErrorCode =
  | 'missing_token'
  | 'invalid_request'
  | 'invalid_token'
  | 'invalid_dpop_proof'
  | 'insufficient_scope'
  | 'temporarily_unavailable';

interface FaultDetails {
  /** The cause, for the log; never contains any text of the token. */
  readonly reason?: string;
  /** The scopes that the route requires. */
  readonly scopes?: readonly string[];
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

  /** RFC 9449 §7.2: a bound token is no Bearer token. */
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

/** What the server says of a field: `redirect_uris[0]`. */
export interface FieldFailure {
  field: string;
  detail: string;
}

/** A call that did not do what it was made for. */
export class Failure extends Error {
  /**
   * @param kind `offline`: no answer came; `declined`: the person did not sign in; `missing`: the server is older than
   *   the route; `noRight`: the account has not the role; `refused`: 4xx; `failed`: 5xx
   * @param requestId of the server's log
   * @param code what programs tell it by
   */
  constructor(
    readonly kind: 'offline' | 'declined' | 'missing' | 'noRight' | 'refused' | 'failed',
    readonly status = 0,
    readonly detail = '',
    readonly requestId: string | null = null,
    readonly fields: readonly FieldFailure[] = [],
    readonly code = '',
  ) {
    super(detail || kind);
  }
}

/** @param body of the answer: problem details (RFC 9457), or anything that a proxy wrote. */
export function failureOf(body: unknown, { status, headers }: Response): Failure {
  const { detail, errors, error } = (typeof body === 'object' && body !== null ? body : {}) as {
    detail?: unknown;
    errors?: unknown;
    error?: unknown;
  };
  const fields = Array.isArray(errors) ? (errors as FieldFailure[]) : [];
  const text = typeof detail === 'string' ? detail : '';
  const kind = status >= 500 ? 'failed' : 'refused';
  const code = typeof error === 'string' ? error : '';
  return new Failure(kind, status, text, headers.get('x-request-id'), fields, code);
}

import { STATUS_CODES } from 'node:http';
import { Reply } from './reply';

export interface FieldError {
  field: string;
  detail: string;
}

export interface ProblemDetail {
  /** Sent as `error`, as the OAuth endpoints do, for clients to switch on. */
  code?: string;
  errors?: readonly FieldError[];
  headers?: Readonly<Record<string, string>>;
  cause?: unknown;
}

/** Problem details (RFC 9457). Only the log shows `cause`. */
export class Problem extends Error {
  constructor(
    readonly status: number,
    readonly detail: string,
    readonly more: ProblemDetail = {},
  ) {
    super(detail, { cause: more.cause });
    this.name = 'Problem';
  }
}

export function problemReply({ status, detail, more }: Problem): Reply {
  const { code: error, errors } = more;
  const title = STATUS_CODES[status] ?? 'Error';
  const body = { type: 'about:blank', title, status, detail, ...(error && { error }), ...(errors && { errors }) };
  return new Reply(status, body, { ...more.headers, 'content-type': 'application/problem+json; charset=utf-8' });
}

export const invalidFields = (errors: readonly FieldError[]) =>
  new Problem(400, `the request is not valid: ${errors.map(({ field }) => field).join(', ')}`, { errors });

export const notFound = () => new Problem(404, 'there is no such resource');

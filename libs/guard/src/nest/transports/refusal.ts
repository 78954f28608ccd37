import type { BearerError } from '../bearer.error.ts';

const CODES: Readonly<Record<number, string>> = {
  400: 'BAD_REQUEST',
  401: 'UNAUTHENTICATED',
  403: 'FORBIDDEN',
  503: 'SERVICE_UNAVAILABLE',
};

/** A refusal where there is no HTTP status: `challenge` is what `WWW-Authenticate` would hold (RFC 6750 §3). */
export interface Refusal {
  readonly code: string;
  readonly challenge?: string;
}

export function refusalOf(error: BearerError): Refusal {
  const code = CODES[error.getStatus()] ?? 'FORBIDDEN';
  return error.challenge === undefined ? { code } : { code, challenge: error.challenge };
}

/** The same as gateways and microservices send errors in Nest. */
export function errorFrame(error: BearerError): Refusal & { readonly status: 'error'; readonly message: string } {
  return { status: 'error', ...refusalOf(error), message: error.message };
}

import type { BearerErrorCode, TokenIdentity } from '../../bearer/bearer-fault.ts';

/** A refused call, for your own log or alarm. It never holds text of the token. */
export interface RefusedCall {
  readonly code: BearerErrorCode;
  /** Why; not for the caller. */
  readonly reason: string;
  /** The handler, as `NotesController.list`. */
  readonly route: string;
  /** `http`, `graphql`, `ws`, `rpc`, or a kind that `messageTokens` names. */
  readonly transport: string;
  /** The request's `id`, as Fastify and pino set it, or its header `X-Request-Id`. */
  readonly requestId?: string;
  /** Of a token whose signature was verified. */
  readonly token?: TokenIdentity;
}

import type { ClaimsRequest } from '../../protocol/token/claims-request';

export const CLAIMS_SOURCE = Symbol('ClaimsSource');

/** Milliseconds for the whole answer. */
export const CLAIMS_TIMEOUT = 500;

/** What the operator set to give claims: a module or a URL. */
export interface ClaimsSource {
  /**
   * @returns the text of the answer, unchecked.
   * @throws ClaimsProblem if there is none in time.
   */
  ask(request: ClaimsRequest): Promise<string>;

  close(): void;
}

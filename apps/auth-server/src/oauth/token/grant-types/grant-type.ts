import type { TokenResponse } from '../../../model/tokens/token-issuer';
import type { TokenCall } from '../token-request';

/** One grant type: a file here and a line in the table of grant-types.ts. */
export interface GrantType {
  /**
   * Turns a call into tokens: the client first, then the grant type's own parameters, then the grant itself.
   *
   * @throws OAuthError.
   */
  exchange(call: TokenCall): Promise<TokenResponse>;
}

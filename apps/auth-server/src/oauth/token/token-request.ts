import type { PresentedProof } from '../../protocol/token/dpop-proof';
import { type Parameters, parseParameters } from '../../protocol/request/parameters';
import { invalidRequest } from '../../protocol/oauth-error';

export const TOKEN_PARAMETERS = [
  'grant_type',
  'code',
  'client_id',
  'client_secret',
  'client_assertion',
  'client_assertion_type',
  'redirect_uri',
  'code_verifier',
  'refresh_token',
  'scope',
  'resource',
  'authorization_details',
  'device_code',
  'subject_token',
  'subject_token_type',
  'actor_token',
  'actor_token_type',
  'requested_token_type',
  'audience',
] as const;

export type TokenParameters = Parameters<(typeof TOKEN_PARAMETERS)[number]>;

/** A call of a token endpoint, free of HTTP. */
export interface TokenCall {
  parameters: TokenParameters;
  authorization: string | undefined;
  /** RFC 9449 §5. */
  proof: PresentedProof | null;
  /** On the GET a refresh may come without client credentials. */
  method: 'GET' | 'POST';
  address: string;
}

const NEVER_IN_A_QUERY = [
  'code',
  'refresh_token',
  'client_secret',
  'client_assertion',
  'device_code',
  'subject_token',
  'actor_token',
] as const;

/** On a POST they come in the body; in a query they would end in logs (RFC 6749 §2.3.1). */
export function assertNoSecretInQuery(query: string, ...more: string[]): void {
  if (query === '') return;
  const sent = parseParameters<string>(query, [...NEVER_IN_A_QUERY, ...more]);
  const [name] = Object.keys(sent);
  if (name !== undefined) throw invalidRequest(`on POST send ${name} in the body, not in the query`);
}

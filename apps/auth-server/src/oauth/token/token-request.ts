import type { RegisteredClient } from '../../model/clients/registered-client';
import type { Noted } from '../../platform/http/edge/edge-request';
import type { PresentedProof } from '../../protocol/token/dpop-proof';
import type { Parameters } from '../../protocol/request/parameters';

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
  noted: Noted;
  /** Whether its caller is gone. */
  isAbandoned: () => boolean;
  /** Whom it names, once that was looked up: also where the call is then refused. */
  client: RegisteredClient | null;
}

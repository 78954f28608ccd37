import { PASSWORD_ACR } from '../request/sign-in-requirements';
import { PROMPTS } from '../request/prompt';

const CLAIMS = [
  'iss',
  'sub',
  'aud',
  'exp',
  'iat',
  'auth_time',
  'nonce',
  'acr',
  'at_hash',
  'sid',
  'name',
  'email',
  'email_verified',
];

/**
 * Discovery §3, RP-Initiated Logout §2.1, Back-Channel Logout §2.1.
 *
 * @param algorithms of ID tokens.
 * @param own claims of the team's own that the settings list.
 * @param hasPasswords of another login no class is known.
 */
export function openidMetadata(
  issuer: string,
  algorithms: readonly string[],
  own: Iterable<string> = [],
  hasPasswords = true,
) {
  return {
    userinfo_endpoint: `${issuer}/oauth2/userinfo`,
    end_session_endpoint: `${issuer}/oauth2/logout`,
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: [...algorithms],
    ...(hasPasswords && { acr_values_supported: [PASSWORD_ACR] }),
    prompt_values_supported: [...PROMPTS],
    claim_types_supported: ['normal'],
    claims_supported: [...new Set([...CLAIMS, ...own])],
    claims_parameter_supported: false,
    backchannel_logout_supported: true,
    backchannel_logout_session_supported: true,
  };
}

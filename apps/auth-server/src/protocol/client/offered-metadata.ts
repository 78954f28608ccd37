import { OAuthError } from '../oauth-error';

/**
 * Members of client metadata that promise the client something this server does not do, with the values that ask for
 * nothing. To ignore them would answer in a form, or with a `sub`, that the client refuses or trusts too much.
 */
const NOT_OFFERED: Readonly<Record<string, readonly unknown[]>> = {
  // OpenID Connect Core §8.
  subject_type: ['public'],
  sector_identifier_uri: [],
  // OpenID Connect Dynamic Client Registration §2.
  id_token_encrypted_response_alg: ['none'],
  id_token_encrypted_response_enc: ['none'],
  userinfo_signed_response_alg: ['none'],
  userinfo_encrypted_response_alg: ['none'],
  userinfo_encrypted_response_enc: ['none'],
  request_object_encryption_alg: ['none'],
  request_object_encryption_enc: ['none'],
  // RFC 9701 §6.
  introspection_encrypted_response_alg: ['none'],
  introspection_encrypted_response_enc: ['none'],
  // JARM §3.
  authorization_signed_response_alg: ['none'],
  authorization_encrypted_response_alg: ['none'],
  authorization_encrypted_response_enc: ['none'],
  // RFC 8705 §3.4.
  tls_client_certificate_bound_access_tokens: [false],
};

/** @throws OAuthError `invalid_client_metadata` (RFC 7591 §3.2.1: the server may refuse what it does not offer). */
export function assertOffered(metadata: Readonly<Record<string, unknown>>): void {
  for (const [name, harmless] of Object.entries(NOT_OFFERED)) {
    const value = (Object.hasOwn(metadata, name) ? metadata[name] : null) ?? '';
    if (value === '' || harmless.includes(value)) continue;
    const instead = harmless.length === 0 ? 'is not supported: omit it' : `may only be ${harmless.join(' or ')} here`;
    throw new OAuthError('invalid_client_metadata', `${name} ${instead}`);
  }
}

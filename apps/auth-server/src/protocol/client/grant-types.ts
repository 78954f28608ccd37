/** RFC 7591 §2 has authorization_code alone; here each code exchange issues a refresh token. */
export const DEFAULT_GRANT_TYPES: readonly string[] = ['authorization_code', 'refresh_token'];

/** RFC 8628 §3.4. */
export const DEVICE_CODE = 'urn:ietf:params:oauth:grant-type:device_code';

/** RFC 8693 §2.1. */
export const TOKEN_EXCHANGE = 'urn:ietf:params:oauth:grant-type:token-exchange';

/** Confidential clients only (RFC 6749 §4.4, RFC 8693 §2.1). */
export const SECRET_GRANT_TYPES: readonly string[] = ['client_credentials', TOKEN_EXCHANGE];

export const KNOWN_GRANT_TYPES = [
  'authorization_code',
  'refresh_token',
  'client_credentials',
  DEVICE_CODE,
  TOKEN_EXCHANGE,
] as const;

export type KnownGrantType = (typeof KNOWN_GRANT_TYPES)[number];

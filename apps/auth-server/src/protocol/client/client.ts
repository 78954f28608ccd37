export type ClientType = 'confidential' | 'public';

export type ApplicationType = 'web' | 'native';

/** How it became known: by its developer, by itself (RFC 7591), or by a document at its `client_id`. */
export type ClientOrigin = 'console' | 'registration' | 'metadata_document';

/** What the rules need to know of a registered application. */
export interface ClientRules {
  type: ClientType;
  enabled: boolean;
  loopbackAnyPort: boolean;
  requireClientAuthentication: boolean;
  requirePkce: boolean;
  redirectUris: readonly string[];
  /** The scopes it may ask for; `null` means every scope there is, later ones too. */
  scopes: readonly string[] | null;
  /** `null` means `authorization_code` and `refresh_token`. */
  grantTypes: readonly string[] | null;
  /** What it may ask for beside scopes (RFC 9396 §10); `null` means every type there is. */
  authorizationDetailsTypes: readonly string[] | null;
}

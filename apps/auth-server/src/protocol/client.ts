export type ClientType = 'confidential' | 'public';

/** What the rules need to know of a registered application. */
export interface ClientRules {
  type: ClientType;
  enabled: boolean;
  loopbackAnyPort: boolean;
  requireClientAuthentication: boolean;
  redirectUris: readonly string[];
  /** The scopes it may ask for; `null` means every scope there is, later ones too. */
  scopes: readonly string[] | null;
}

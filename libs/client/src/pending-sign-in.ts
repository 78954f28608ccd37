/** What the browser's session keeps between `begin()` and `finish()`. */
export interface PendingSignIn {
  readonly state: string;
  readonly codeVerifier: string;
}

/** What the browser's session keeps between the two halves of a sign-in. */
export interface PendingSignIn {
  readonly state: string;
  readonly codeVerifier: string;
}

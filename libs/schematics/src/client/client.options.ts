/** As in schema.json. */
export interface ClientOptions {
  readonly name: string;
  readonly url: string;
  readonly issuer: string;
  readonly redirectUri?: string;
  readonly scopes?: string;
  readonly skipInstall?: boolean;
  readonly project?: string;
  readonly module?: string;
  readonly sourceRoot?: string;
}

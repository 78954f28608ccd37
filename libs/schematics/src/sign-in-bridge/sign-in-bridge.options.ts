/** As in schema.json. */
export interface SignInBridgeOptions {
  readonly session?: string;
  /** By this name the Nest CLI hands on what follows the generator's: the session. */
  readonly name?: string;
  readonly issuer: string;
  readonly appUrl: string;
  readonly guardVersion?: string;
  readonly skipInstall?: boolean;
  readonly project?: string;
  readonly module?: string;
  readonly sourceRoot?: string;
}

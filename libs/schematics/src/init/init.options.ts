/** As in schema.json. */
export interface InitOptions {
  readonly issuer: string;
  readonly audience: string;
  readonly guardVersion?: string;
  readonly skipInstall?: boolean;
  readonly project?: string;
  readonly module?: string;
  /** By this name the Nest CLI hands on what follows the generator's: the module. */
  readonly name?: string;
  readonly sourceRoot?: string;
}

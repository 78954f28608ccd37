/** As in schema.json. */
export interface InitOptions {
  readonly issuer: string;
  readonly audience: string;
  readonly guardVersion?: string;
  readonly skipInstall?: boolean;
  readonly project?: string;
  readonly sourceRoot?: string;
}

/** As in schema.json. */
export interface McpOptions {
  readonly scope: string;
  readonly audience?: string;
  readonly issuer?: string;
  readonly guardVersion?: string;
  readonly skipInstall?: boolean;
  readonly project?: string;
  readonly module?: string;
  readonly sourceRoot?: string;
}

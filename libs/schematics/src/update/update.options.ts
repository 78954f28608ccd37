/** As in schema.json. */
export interface UpdateOptions {
  readonly name?: string;
  readonly skipInstall?: boolean;
}

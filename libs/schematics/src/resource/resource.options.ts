/** As in schema.json. */
export interface ResourceOptions {
  readonly name?: string;
  readonly url?: string;
  readonly project?: string;
  readonly sourceRoot?: string;
}

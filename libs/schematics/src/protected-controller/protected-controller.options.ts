/** As in schema.json. */
export interface ProtectedControllerOptions {
  readonly name: string;
  readonly path?: string;
  readonly readScope?: string;
  readonly writeScope?: string;
  readonly spec?: boolean;
  readonly flat?: boolean;
  readonly project?: string;
  readonly module?: string;
  readonly sourceRoot?: string;
}

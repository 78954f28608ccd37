/** As in schema.json. */
export interface AuthServerOptions {
  /** By this name the Nest CLI hands on what follows the generator's. */
  readonly name?: string;
  readonly path?: string;
  readonly database?: 'postgres' | 'sqlite';
}

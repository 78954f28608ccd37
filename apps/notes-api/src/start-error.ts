/** The service cannot start for a reason its operator can mend: each line says one thing, in their words. */
export class StartError extends Error {
  constructor(readonly lines: readonly string[]) {
    super(lines.join('; '));
    this.name = 'StartError';
  }

  static because(what: string, cause: unknown): StartError {
    return new StartError([`${what}: ${cause instanceof Error ? cause.message : String(cause)}`]);
  }
}

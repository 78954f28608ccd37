/** A failed start that the operator can fix; each line states one reason. */
export class StartError extends Error {
  constructor(readonly lines: readonly string[]) {
    super(lines.join('; '));
    this.name = 'StartError';
  }

  static because(what: string, cause: unknown): StartError {
    return new StartError([`${what}: ${cause instanceof Error ? cause.message : String(cause)}`]);
  }
}

/** Why an account command does nothing, in lines for the operator who gave it. */
export class AccountCommandError extends Error {
  readonly problems: readonly string[];

  constructor(...problems: string[]) {
    super(problems.join('\n'));
    this.name = 'AccountCommandError';
    this.problems = problems;
  }
}

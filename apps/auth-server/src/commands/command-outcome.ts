/** What a command prints and ends with, where 0 would not say what it found. */
export interface CommandOutcome {
  text: string;
  exitCode: number;
}

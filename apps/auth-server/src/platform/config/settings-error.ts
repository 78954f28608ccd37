import type { HelpPage } from './help-page';

/** Settings the server cannot start with; every wrong one is named. */
export class SettingsError extends Error {
  constructor(readonly problems: readonly string[]) {
    super(problems.join('\n'));
    this.name = 'SettingsError';
  }
}

/** A reason not to start that its operator can mend: said in one line, without a stack. */
export class StartError extends Error {
  /** The page about it; commands name the cure in the message instead. */
  readonly help: HelpPage | undefined;

  constructor(message: string, { cause, help }: { cause?: unknown; help?: HelpPage } = {}) {
    super(message, { cause });
    this.name = 'StartError';
    this.help = help;
  }
}

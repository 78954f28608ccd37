/** Shows the dialog. @returns whether the person signed in. */
export type AskToSignIn = () => Promise<boolean>;

let ask: AskToSignIn = () => Promise.resolve(false);
let asked: Promise<boolean> | undefined;

/** The dialog says how it is shown. */
export function onSessionEnd(show: AskToSignIn): void {
  ask = show;
}

/** Calls that find the session ended at the same time share one dialog. */
export function signInAgain(): Promise<boolean> {
  asked ??= ask().finally(() => (asked = undefined));
  return asked;
}

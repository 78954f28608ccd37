/** `tooOld`: the session lasts, but the call needs a recent sign-in. */
export type Reason = 'ended' | 'tooOld';

/** Shows the dialog. @returns whether the person signed in. */
export type AskToSignIn = (reason: Reason) => Promise<boolean>;

let ask: AskToSignIn = () => Promise.resolve(false);
let asked: Promise<boolean> | undefined;

/** The dialog says how it is shown. */
export function onSignInNeeded(show: AskToSignIn): void {
  ask = show;
}

/** Calls that are refused at the same time share one dialog. */
export function signInAgain(reason: Reason): Promise<boolean> {
  asked ??= ask(reason).finally(() => (asked = undefined));
  return asked;
}

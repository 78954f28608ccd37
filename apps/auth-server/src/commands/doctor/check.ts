/** `unknown`: what the check needs could not be had. `skipped`: it is not for this deployment, or was not looked at. */
export type Status = 'ok' | 'warning' | 'failure' | 'unknown' | 'skipped';

export interface Finding {
  status: Status;
  /** What was found; of what is well, only where it says more than the title. */
  cause?: string;
  /** What to do. */
  cure?: string;
}

/** A clause of a standard or of these docs, as a question to a running deployment. */
export interface Check<Facts> {
  id: string;
  /** What is so if all is well. */
  title: string;
  /** `RFC 9700 §2.1.1`, or a page and its heading: `how-to/rotate-keys.md: A key has leaked`. */
  clause: string;
  run: (facts: Facts) => Finding;
}

export interface CheckedFinding extends Finding, Pick<Check<unknown>, 'id' | 'title' | 'clause'> {}

export const well = (cause?: string): Finding => ({ status: 'ok', ...(cause !== undefined && { cause }) });
export const warning = (cause: string, cure: string): Finding => ({ status: 'warning', cause, cure });
export const failure = (cause: string, cure: string): Finding => ({ status: 'failure', cause, cure });
export const unknown = (cause: string): Finding => ({ status: 'unknown', cause });
export const skipped = (cause: string): Finding => ({ status: 'skipped', cause });

export function runChecks<Facts>(checks: readonly Check<Facts>[], facts: Facts): CheckedFinding[] {
  return checks.map(({ id, title, clause, run }) => ({ id, title, clause, ...run(facts) }));
}

/** The same for what was not looked at. */
export const skipAll = <Facts>(checks: readonly Check<Facts>[], reason: string): CheckedFinding[] =>
  checks.map(({ id, title, clause }) => ({ id, title, clause, ...skipped(reason) }));

/** Names some, and how many more there are. */
export function some(items: readonly string[], most = 3): string {
  const more = items.length - most;
  return items.slice(0, most).join(', ') + (more > 0 ? ` and ${more} more` : '');
}

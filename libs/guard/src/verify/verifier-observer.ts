import { isPromise } from './is-promise.ts';

/** Receives what the verifier does, for metrics. */
export interface VerifierObserver {
  /** Whether a token was found among those kept. */
  lookedUp(found: boolean): void;
  /** A token that was not kept has been verified or refused, after so many milliseconds. */
  verified(milliseconds: number): void;
}

/** Verifies a token that is not kept, and reports how long it took, accepted or refused. */
export function observed<T>(
  verify: () => T | Promise<T>,
  observer: VerifierObserver,
  elapsed: () => number,
): T | Promise<T> {
  observer.lookedUp(false);
  const start = elapsed();
  const end = () => observer.verified(elapsed() - start);
  let answer: T | Promise<T> | undefined;
  try {
    return (answer = verify());
  } finally {
    if (answer !== undefined && isPromise(answer)) void answer.then(end, end);
    else end();
  }
}

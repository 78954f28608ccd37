import { useState } from 'preact/hooks';
import type { Failure } from '../api/failure';
import { asFailure } from '../api/use-loaded';

/** What a button does: one run at a time, and why the last one did nothing. */
export function useAction<Parameters extends unknown[]>(act: (...parameters: Parameters) => Promise<void>) {
  const [isBusy, setBusy] = useState(false);
  const [isDone, setDone] = useState(false);
  const [failure, setFailure] = useState<Failure | null>(null);
  const run = (...parameters: Parameters): void => {
    if (isBusy) return;
    setBusy(true);
    setDone(false);
    setFailure(null);
    act(...parameters)
      .then(() => setDone(true))
      .catch((error: unknown) => setFailure(asFailure(error)))
      .finally(() => setBusy(false));
  };
  return { run, isBusy, failure, isDone, reset: () => setDone(false) };
}

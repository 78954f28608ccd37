import { useCallback, useEffect, useLayoutEffect, useState } from 'preact/hooks';
import { Failure } from './failure';

/** What a call gave, or why not. */
export type Loaded<Value> =
  | { state: 'loading' }
  | { state: 'failed'; failure: Failure; again: () => void }
  | { state: 'loaded'; value: Value; change: (value: Value) => void };

/**
 * Loads as the component appears, and anew with another key.
 *
 * @param load its calls throw a Failure
 */
export function useLoaded<Value>(load: () => Promise<Value>, key = ''): Loaded<Value> {
  const [loaded, setLoaded] = useState<Loaded<Value>>({ state: 'loading' });
  const [attempt, setAttempt] = useState(0);
  const again = useCallback(() => setAttempt((before) => before + 1), []);
  useEffect(() => {
    let isWanted = true;
    setLoaded({ state: 'loading' });
    const change = (value: Value) => {
      if (isWanted) setLoaded({ state: 'loaded', value, change });
    };
    load().then(
      change,
      (error: unknown) => isWanted && setLoaded({ state: 'failed', failure: asFailure(error), again }),
    );
    return () => {
      isWanted = false;
    };
    // `load` is another function each time; what it loads is told by the key.
  }, [key, attempt]);
  // Listens before the failure is painted: a connection that is back at once is not missed.
  useLayoutEffect(() => {
    const isOffline = loaded.state === 'failed' && loaded.failure.kind === 'offline';
    if (!isOffline) return;
    addEventListener('online', again);
    return () => removeEventListener('online', again);
  }, [loaded, again]);
  return loaded;
}

/** A defect of the console itself is shown like a failure of the server. */
export const asFailure = (error: unknown): Failure =>
  error instanceof Failure ? error : new Failure('failed', 0, error instanceof Error ? error.message : String(error));

import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

/** Holds SQLite's write lock on a file in another process. @returns a function that releases it. */
export async function holdWriteLock(file: string): Promise<() => Promise<void>> {
  const child = fork(join(__dirname, 'write-lock.cjs'), [file]);
  await once(child, 'message');
  return async () => {
    const gone = once(child, 'exit');
    child.send('let go');
    await gone;
  };
}

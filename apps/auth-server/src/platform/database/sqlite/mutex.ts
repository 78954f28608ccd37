import { DatabaseUnavailableError } from '../database-error';

/** Leave to use the connection. A second `release` does nothing. */
export interface MutexLock {
  release(): void;
}

/**
 * Guards the process's only writing connection, first come first served: for a batch of units, a TypeORM transaction
 * from BEGIN to COMMIT, or one TypeORM statement. Without it TypeORM's writes join each other's transactions (ADR 2).
 */
export class Mutex {
  /** Why new callers are refused, or `null`. */
  refusal: string | null = null;
  private held = false;
  private readonly waiting: ((lock: MutexLock) => void)[] = [];

  /** @throws DatabaseUnavailableError */
  assertOpen(): void {
    if (this.refusal !== null) throw new DatabaseUnavailableError(this.refusal);
  }

  /** @returns `undefined` while it is held. */
  tryAcquire(): MutexLock | undefined {
    if (this.held) return undefined;
    this.held = true;
    return this.newLock();
  }

  acquire(): Promise<MutexLock> {
    const lock = this.tryAcquire();
    return lock === undefined ? new Promise((resolve) => this.waiting.push(resolve)) : Promise.resolve(lock);
  }

  private newLock(): MutexLock {
    let released = false;
    return {
      release: () => {
        if (released) return;
        released = true;
        const next = this.waiting.shift();
        if (next === undefined) this.held = false;
        else next(this.newLock());
      },
    };
  }
}

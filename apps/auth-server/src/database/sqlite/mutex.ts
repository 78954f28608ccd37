import { DatabaseUnavailableError } from '../database-error';

/** Leave to use the connection. `leave` gives it back; a second call does nothing. */
export interface Pass {
  leave(): void;
}

/**
 * Lets one caller at a time onto the process's only writing connection, first come first served: a batch of units, a
 * TypeORM transaction from BEGIN to COMMIT, or a single TypeORM statement. Without it TypeORM's writes join each
 * other's transactions on SQLite and are lost with them (ADR 2).
 */
export class Gate {
  /** Why entry is refused now, or `null`; a caller that holds a pass goes on. */
  refusal: string | null = null;
  private held = false;
  private readonly waiting: ((pass: Pass) => void)[] = [];

  /** @throws DatabaseUnavailableError */
  assertOpen(): void {
    if (this.refusal !== null) throw new DatabaseUnavailableError(this.refusal);
  }

  /** A pass at once, or `undefined` where somebody holds it or waits for it. */
  tryEnter(): Pass | undefined {
    if (this.held) return undefined;
    this.held = true;
    return this.newPass();
  }

  enter(): Promise<Pass> {
    const pass = this.tryEnter();
    return pass === undefined ? new Promise((resolve) => this.waiting.push(resolve)) : Promise.resolve(pass);
  }

  private newPass(): Pass {
    let left = false;
    return {
      leave: () => {
        if (left) return;
        left = true;
        const next = this.waiting.shift();
        if (next === undefined) this.held = false;
        else next(this.newPass());
      },
    };
  }
}

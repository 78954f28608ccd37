import { BearerFault } from '../../bearer/bearer-fault.ts';
import type { Timers } from '../timers.ts';

/** Lets calls wait until something was read for the first time, but together no longer than they may. */
export class FirstRead {
  private done = false;
  private waiting: Promise<void> | undefined;
  private settle = { resolve: () => {}, reject: () => {} };

  /** @param maxWait milliseconds. */
  constructor(
    private readonly timers: Timers,
    private readonly maxWait: number,
  ) {}

  get isDone(): boolean {
    return this.done;
  }

  /** Rejects with `temporarily_unavailable`: when nothing came in time, and from then on at once. */
  wait(): Promise<void> {
    this.waiting ??= this.begin();
    return this.waiting;
  }

  finish(): void {
    this.done = true;
    this.settle.resolve();
  }

  giveUp(): void {
    this.settle.reject();
  }

  private begin(): Promise<void> {
    return new Promise((resolve, reject) => {
      const cancel = this.timers.after(this.maxWait, () => this.giveUp());
      const reason = BearerFault.unavailable('the revocations of the issuer cannot be read', 1);
      this.settle = {
        resolve: () => (cancel(), resolve()),
        reject: () => (cancel(), reject(reason)),
      };
    });
  }
}

import { write, writeSync } from 'node:fs';

const STDOUT = 1;

/** Characters of lines that wait, some 5,000 lines; as many may be under way. */
const MOST = 1024 ** 2;

/** Milliseconds until a reader that takes no more is tried again: its pipe holds 64 KB. */
const FULL_PIPE = 10;

/** Milliseconds until it is tried again after an error, such as a full disk. */
const FAILED = 500;

/** Most milliseconds that the end of the process waits for its reader. */
const GOODBYE = 500;

const NOTHING = Buffer.alloc(0);

/**
 * Standard output for log lines. It never blocks the event loop nor ends the process: while a disk is full or a reader
 * stands still, lines wait up to a bound; beyond it they are dropped and counted. pino's own destination drops too, but
 * its last flush never returns on a full disk.
 */
export class LogOutput {
  private waiting = '';
  private underWay: Buffer = NOTHING;
  private isBusy = false;
  /** Whether a thread writes, whose outcome is not known yet. */
  private isWriting = false;
  private dropped = 0;

  /** @param onDropped writes the line that says how many were dropped. */
  constructor(private readonly onDropped: (dropped: number) => void) {
    // For what a command writes there: without a listener an error would end the process.
    if (process.stdout.listenerCount('error') === 0) process.stdout.on('error', () => undefined);
    process.on('exit', () => this.flushAtExit());
  }

  /** Lines of one turn of the event loop are written together. */
  write(line: string): void {
    if (this.waiting.length + line.length > MOST) {
      this.dropped += 1;
      return;
    }
    this.waiting += line;
    if (this.isBusy) return;
    this.isBusy = true;
    setImmediate(() => this.next());
  }

  private next(): void {
    if (this.underWay.length === 0) this.takeWaiting();
    this.isBusy = this.underWay.length > 0;
    if (!this.isBusy) return;
    this.isWriting = true;
    unblock();
    write(STDOUT, this.underWay, (error, written) => {
      this.isWriting = false;
      if (error) return void setTimeout(() => this.next(), isFull(error) ? FULL_PIPE : FAILED).unref();
      this.underWay = this.underWay.subarray(written);
      this.next();
    });
  }

  private takeWaiting(): void {
    this.underWay = Buffer.from(this.waiting);
    this.waiting = '';
    const { dropped } = this;
    this.dropped = 0;
    // Its line follows those that were kept.
    if (dropped > 0) this.onDropped(dropped);
  }

  /** What a thread is writing is written before the process ends. */
  private flushAtExit(): void {
    if (this.isWriting) this.underWay = NOTHING;
    const until = performance.now() + GOODBYE;
    while (performance.now() < until) {
      if (this.underWay.length === 0) this.takeWaiting();
      if (this.underWay.length === 0 || !this.writeAtExit()) return;
    }
  }

  /** @returns whether to go on. */
  private writeAtExit(): boolean {
    try {
      unblock();
      this.underWay = this.underWay.subarray(writeSync(STDOUT, this.underWay));
      return true;
    } catch (error) {
      if (!isFull(error)) return false;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, FULL_PIPE);
      return true;
    }
  }
}

/**
 * A blocked write would hold a thread, and the end of the process. Repeated, as other processes may share the pipe: one that
 * starts or ends makes it blocking for all.
 */
function unblock(): void {
  const { _handle: handle } = process.stdout as { _handle?: { setBlocking?: (isBlocking: boolean) => void } };
  handle?.setBlocking?.(false);
}

const isFull = (error: unknown) => (error as NodeJS.ErrnoException).code === 'EAGAIN';

import { closeSync, openSync, readFileSync } from 'node:fs';
import { devNull } from 'node:os';
import type { Logger } from 'pino';
import type { Clock } from '../../config/clock';
import { helpOn } from '../../config/help-page';
import { LogThrottle } from './log-throttle';

/** Milliseconds between looks, beside those at each new connection. */
const BEAT = 1_000;

/** Descriptors that connections of callers leave to the database, files and calls to others; loopback leaves fewer. */
const KEPT = 32;
const KEPT_BY_LOOPBACK = 16;

/**
 * Notices that the process, or its machine, runs out of file descriptors. Without one libuv closes further connections
 * and reports nothing, and a module whose loading fails stays missing (Node 20).
 */
export class FileDescriptors {
  private readonly throttle: LogThrottle;
  private readonly limit = findLimit();

  /** @param connections how many of them are connections that this server accepted */
  constructor(
    clock: Clock,
    private readonly logger: Logger,
    private readonly connections: () => number,
  ) {
    this.throttle = new LogThrottle(clock);
    setInterval(() => this.suffice(), BEAT).unref();
  }

  /** @returns whether there are more than callers may not have, or this one, on loopback, as health checks are */
  suffice(isLocal = false): boolean {
    try {
      // The system gives the lowest number that is free: all below it are used.
      const used = openSync(devNull, 'r');
      closeSync(used);
      return used < this.limit - (isLocal ? KEPT_BY_LOOPBACK : KEPT) || this.note('EMFILE', used);
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      return (code !== 'EMFILE' && code !== 'ENFILE') || this.note(code, this.limit);
    }
  }

  private note(code: 'EMFILE' | 'ENFILE', used: number): false {
    // The limit of the machine, ENFILE, cannot be read without a descriptor.
    const numbers = code === 'EMFILE' ? { used, limit: this.limit } : {};
    if (this.throttle.count(code) !== null)
      this.logger.warn(
        { code, ...numbers, connections: this.connections(), help: helpOn('no-file-descriptors') },
        'the process has run out of file descriptors: new connections are closed',
      );
    return false;
  }
}

/** Most descriptors of this process; `Infinity` where the system does not say. */
function findLimit(): number {
  try {
    const [, most] = /^Max open files +(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8')) ?? [];
    return Number(most ?? Infinity);
  } catch {
    return Infinity;
  }
}

import type { Logger } from 'pino';
import type { Clock } from '../../config/clock';

/** Milliseconds between two lines about connections that are refused. */
const PAUSE = 60_000;

/** Logs the first connection that is refused, and from then on once a minute how many there were. */
export class RefusalLog {
  private refused = 0;
  private nextAt = -Infinity;

  constructor(
    private readonly clock: Clock,
    private readonly logger: Logger,
  ) {}

  /** @param address of the last one, where the limit is that of an address. */
  note(setting: 'MAX_CONNECTIONS' | 'MAX_CONNECTIONS_PER_ADDRESS', address?: string): void {
    this.refused += 1;
    const now = this.clock.elapsed();
    if (now < this.nextAt) return;
    this.logger.warn({ setting, address, refused: this.refused }, 'connections are refused: there are too many');
    this.refused = 0;
    this.nextAt = now + PAUSE;
  }
}

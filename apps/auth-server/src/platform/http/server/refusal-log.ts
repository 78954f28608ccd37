import type { Logger } from 'pino';
import type { Clock } from '../../config/clock';
import { helpOn } from '../../config/help-page';
import { LogThrottle } from './log-throttle';

/** Logs refused connections. */
export class RefusalLog {
  private readonly throttle: LogThrottle;

  constructor(
    clock: Clock,
    private readonly logger: Logger,
  ) {
    this.throttle = new LogThrottle(clock);
  }

  /** @param address of the last one, where the limit is that of an address. */
  note(setting: 'MAX_CONNECTIONS' | 'MAX_CONNECTIONS_PER_ADDRESS', address?: string): void {
    const refused = this.throttle.count();
    if (refused !== null)
      this.logger.warn(
        { setting, address, refused, help: helpOn('too-many-connections') },
        'new connections are refused: too many are open',
      );
  }
}

import { Inject, Injectable } from '@nestjs/common';
import type { Logger } from 'pino';
import { CLOCK, type Clock } from '../../../platform/config/clock';
import { helpOn } from '../../../platform/config/help-page';
import type { SignInProvider } from '../../../platform/config/settings';
import { LogThrottle } from '../../../platform/http/server/log-throttle';
import { LOGGER } from '../../../platform/http/server/logger';

@Injectable()
export class ProviderLog {
  private readonly throttle: LogThrottle;

  constructor(
    @Inject(CLOCK) clock: Clock,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    this.throttle = new LogThrottle(clock);
  }

  /** @param reason without what a stranger may write: each is counted by itself. */
  note({ id: provider, issuer }: SignInProvider, reason: string): void {
    const failures = this.throttle.count(`${provider} ${reason}`);
    if (failures === null) return;
    this.logger.warn(
      { provider, issuer, reason, failures, help: helpOn('people-cannot-sign-in') },
      'users cannot sign in at a provider',
    );
  }
}

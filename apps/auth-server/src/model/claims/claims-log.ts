import { Inject, Injectable } from '@nestjs/common';
import type { Logger } from 'pino';
import { CLOCK, type Clock } from '../../platform/config/clock';
import { SETTINGS, type Settings } from '../../platform/config/settings';
import { helpOn } from '../../platform/config/help-page';
import { LOGGER } from '../../platform/http/server/logger';
import { LogThrottle } from '../../platform/http/server/log-throttle';
import type { ClaimsProblem } from '../../protocol/token/own-claims';

/** Tells, at most once a minute, what is wrong with the source of the claims; never what they are. */
@Injectable()
export class ClaimsLog {
  private readonly failures: LogThrottle;
  private isFailing = false;

  constructor(
    @Inject(SETTINGS) private readonly settings: Settings,
    @Inject(CLOCK) clock: Clock,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    this.failures = new LogThrottle(clock);
  }

  noteFailure({ message: reason }: ClaimsProblem, clientId: string): void {
    this.isFailing = true;
    const count = this.failures.count();
    if (count === null) return;
    const source = this.settings.claimsSource?.kind ?? 'issuer';
    this.logger.warn(
      { source, reason, clientId, count, help: helpOn('claims-unavailable') },
      'your claims source does not answer correctly: token requests are refused or get the last known claims',
    );
  }

  noteSuccess(): void {
    if (this.isFailing) this.logger.info('your claims source answers correctly again');
    this.isFailing = false;
  }
}

import { Inject, Injectable } from '@nestjs/common';
import type { Logger } from 'pino';
import { CLOCK, type Clock } from '../../platform/config/clock';
import { LogThrottle } from '../../platform/http/server/log-throttle';
import { LOGGER } from '../../platform/http/server/logger';

/** Characters; unauthenticated callers choose the issuer. */
const LONGEST_NAME = 200;

const UNKNOWN_ISSUER = 'its issuer is not in TRUSTED_ISSUERS, byte for byte';

/** Logs the reason and the issuer, nothing else of a token. */
@Injectable()
export class RejectedTokenLog {
  /** All unknown issuers share one key, so that callers cannot make it grow. */
  private readonly throttle: LogThrottle;

  constructor(
    @Inject(CLOCK) clock: Clock,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    this.throttle = new LogThrottle(clock);
  }

  note(issuer: string, reason: string): void {
    this.log(`${issuer} ${reason}`, issuer, reason);
  }

  noteUnknown(issuer: string): void {
    this.log(UNKNOWN_ISSUER, issuer.slice(0, LONGEST_NAME), UNKNOWN_ISSUER);
  }

  private log(kind: string, issuer: string, reason: string): void {
    const refused = this.throttle.count(kind);
    if (refused !== null) this.logger.info({ issuer, reason, refused }, "another issuer's JWT was refused");
  }
}

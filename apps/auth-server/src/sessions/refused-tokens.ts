import { Inject, Injectable } from '@nestjs/common';
import type { Logger } from 'pino';
import { CLOCK, type Clock } from '../config/clock';
import { LOGGER } from '../http/server/logger';

/** Milliseconds between two lines of one kind: anybody may send tokens. */
const PAUSE = 60_000;

/** Characters of an issuer that are logged: a stranger chooses how many there are. */
const LONGEST_NAME = 200;

const UNKNOWN_ISSUER = 'its issuer is not in TRUSTED_ISSUERS, byte for byte';

/** Logs why tokens of other issuers were refused. Of the token itself it logs the issuer alone. */
@Injectable()
export class RefusedTokens {
  /** By trusted issuer and reason, so strangers cannot make it grow. */
  private readonly told = new Map<string, { at: number; refused: number }>();

  constructor(
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  note(issuer: string, reason: string): void {
    this.tell(`${issuer} ${reason}`, issuer, reason);
  }

  /** All unknown issuers share one line, which names the latest. */
  noteUnknown(issuer: string): void {
    this.tell(UNKNOWN_ISSUER, issuer.slice(0, LONGEST_NAME), UNKNOWN_ISSUER);
  }

  private tell(kind: string, issuer: string, reason: string): void {
    const now = this.clock.elapsed();
    const last = this.told.get(kind);
    const refused = (last?.refused ?? 0) + 1;
    if (last !== undefined && now - last.at < PAUSE) {
      last.refused = refused;
      return;
    }
    this.told.set(kind, { at: now, refused: 0 });
    this.logger.info({ issuer, reason, refused }, "another issuer's token was not taken as a sign-in");
  }
}

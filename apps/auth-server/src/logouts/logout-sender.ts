import { type BeforeApplicationShutdown, Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { randomUUID } from 'node:crypto';
import type { Logger } from 'pino';
import { ClientRepository } from '../clients/client.repository';
import type { RegisteredClient } from '../clients/registered-client';
import { CLOCK, type Clock } from '../config/clock';
import { SETTINGS, type Settings } from '../config/settings';
import { LOGGER } from '../http/logger';
import { IdTokenSigner } from '../keys/id-token-signer';
import { pauseAfter } from '../protocol/logout-attempts';
import { LOGOUT_TOKEN_TYP, logoutTokenClaims } from '../protocol/logout-token-claims';
import { deliver } from './deliver';
import { type DueNotice, LogoutNoticeRepository } from './logout-notice.repository';

/** Milliseconds between two looks at who is to be told. */
const PULSE = 1_000;

/** How many clients are told at once. */
const AT_ONCE = 16;

/** Long enough for the last attempt to end; by then its row is gone. */
const LAST = 60_000;

/**
 * Tells clients of logouts (OpenID Connect Back-Channel Logout 1.0). Every process looks; each attempt is taken by one
 * of them, and taken before it is made: who stops in the middle of it has it made again.
 */
@Injectable()
export class LogoutSender implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private timer: NodeJS.Timeout | undefined;
  private sending: Promise<void> | undefined;
  private isFailing = false;

  constructor(
    private readonly notices: LogoutNoticeRepository,
    private readonly clients: ClientRepository,
    private readonly tokens: IdTokenSigner,
    @Inject(SETTINGS) private readonly settings: Settings,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  onApplicationBootstrap(): void {
    this.timer = setInterval(() => this.look(), PULSE).unref();
  }

  async beforeApplicationShutdown(): Promise<void> {
    clearInterval(this.timer);
    await this.sending;
  }

  private look(): void {
    this.sending ??= this.sendDue().finally(() => (this.sending = undefined));
  }

  /** A failure, of the database that is, is told once and tried again at the next look. */
  private async sendDue(): Promise<void> {
    try {
      const due = await this.notices.findDue(this.clock.now(), AT_ONCE);
      await Promise.all(due.map((notice) => this.attempt(notice)));
      this.isFailing = false;
    } catch (error) {
      if (!this.isFailing) this.logger.warn({ reason: String(error) }, 'clients cannot be told of logouts now');
      this.isFailing = true;
    }
  }

  private async attempt(notice: DueNotice): Promise<void> {
    const now = this.clock.now();
    const attempts = notice.attempts + 1;
    const pause = now < notice.expiresAt ? pauseAfter(attempts) : null;
    if (!(await this.notices.take(notice, now + (pause ?? LAST)))) return;
    const failure = await this.tell(notice, await this.clients.find(notice.clientId));
    if (failure === null || pause === null) await this.notices.forget(notice);
    if (failure === null) return;
    const { clientId, sid } = notice;
    const then = pause === null ? 'nobody tries any more' : 'it is tried again';
    this.logger.warn({ clientId, sid, attempts, failure }, `an application was not told of a logout; ${then}`);
  }

  /** @returns why it could not be told; `null` where it was, or nobody is there to be told any more. */
  private async tell({ accountId, sid }: DueNotice, client: RegisteredClient | null): Promise<string | null> {
    if (client === null || !client.enabled || client.backchannelLogoutUri === null) return null;
    const { issuer } = this.settings;
    const claims = logoutTokenClaims(
      { issuer, accountId, clientId: client.clientId, sid },
      { now: this.clock.now(), jti: randomUUID() },
    );
    const token = await this.tokens.sign(client, () => claims, LOGOUT_TOKEN_TYP);
    return deliver(client.backchannelLogoutUri, token, issuer);
  }
}

import { type BeforeApplicationShutdown, Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { randomUUID } from 'node:crypto';
import type { Logger } from 'pino';
import { ClientRepository } from '../clients/client.repository';
import type { RegisteredClient } from '../clients/registered-client';
import { CLOCK, type Clock } from '../../platform/config/clock';
import { SETTINGS, type Settings } from '../../platform/config/settings';
import { helpOn } from '../../platform/config/help-page';
import { LOGGER } from '../../platform/http/server/logger';
import { IdTokenSigner } from '../keys/signing/id-token-signer';
import { pauseAfter } from '../../protocol/logout/logout-attempts';
import { LOGOUT_TOKEN_TYP, logoutTokenClaims } from '../../protocol/logout/logout-token-claims';
import { deliver } from './deliver';
import { DeliverySlots, type Shared } from './delivery-slots';
import { type DueNotice, LogoutNoticeRepository } from './logout-notice.repository';
import { ClientBackoff } from './client-backoff';

/** Milliseconds. */
const INTERVAL = 1_000;

/** Milliseconds; longer than the last attempt, which deletes the notice. */
const AFTER_LAST = 60_000;

/**
 * Runs in every process. A process takes an attempt before it makes it, so that a crash only delays the notice. Clients
 * take turns, slow ones last: no client or account delays the others.
 */
@Injectable()
export class LogoutSender implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private timer: NodeJS.Timeout | undefined;
  private sending: Promise<unknown> | undefined;
  private readonly running = new Set<Promise<void>>();
  private readonly slots = new DeliverySlots();
  private readonly backoff = new ClientBackoff();
  /** Whether a slot was freed since the last round began. */
  private hasRoom = false;
  private isStopping = false;
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
    this.timer = setInterval(() => this.send(), INTERVAL).unref();
  }

  async beforeApplicationShutdown(): Promise<void> {
    clearInterval(this.timer);
    this.isStopping = true;
    await this.sending;
    await Promise.all(this.running);
  }

  private send(): void {
    this.sending ??= this.succeeds(this.sendDue()).then(() => (this.sending = undefined));
  }

  /** Logs only the first of several database failures in a row. */
  private async succeeds(work: Promise<void>): Promise<boolean> {
    try {
      await work;
      this.isFailing = false;
    } catch (error) {
      if (!this.isFailing)
        this.logger.warn(
          { reason: String(error), help: helpOn('logout-notice-not-delivered') },
          'logout notices cannot be delivered at the moment',
        );
      this.isFailing = true;
    }
    return !this.isFailing;
  }

  /** In rounds of one notice for each client. */
  private async sendDue(): Promise<void> {
    let begun: number;
    do {
      this.hasRoom = false;
      begun = await this.sendRound();
    } while (!this.isStopping && (begun > 0 || this.hasRoom));
  }

  /** @returns the number of started deliveries. */
  private async sendRound(): Promise<number> {
    const due = await this.notices.findDue(this.clock.now());
    due.sort((one, other) => this.backoff.timesOf(one.clientId) - this.backoff.timesOf(other.clientId));
    let begun = 0;
    for (const notice of due) {
      if (this.isStopping || this.slots.isFull) break;
      if (this.backoff.isPaused(notice.clientId, this.clock.elapsed())) continue;
      if (await this.begin(notice)) begun += 1;
    }
    return begun;
  }

  /** Does not await the delivery. @returns whether there was a slot. */
  private async begin(notice: DueNotice): Promise<boolean> {
    const client = await this.clients.find(notice.clientId);
    const release = this.slots.take(this.sharedBy(notice, client));
    if (release === null) return false;
    const now = this.clock.now();
    const pause = now < notice.expiresAt ? pauseAfter(notice.attempts + 1) : null;
    const taking = this.notices.take(notice, now + (pause ?? AFTER_LAST));
    const attempt = async () => {
      if (await taking) await this.attempt(notice, client, pause === null);
    };
    const running = this.succeeds(attempt()).then((isDone) => {
      release();
      this.running.delete(running);
      if (isDone) this.sendMore();
    });
    this.running.add(running);
    // Otherwise the next round would find the notice again.
    await taking;
    return true;
  }

  private sendMore(): void {
    this.hasRoom = true;
    if (!this.isStopping) this.send();
  }

  private sharedBy({ clientId, accountId }: DueNotice, client: RegisteredClient | null): Shared {
    const uri = client?.backchannelLogoutUri ?? null;
    return {
      client: String(clientId),
      account: accountId,
      host: uri === null ? null : new URL(uri).hostname,
      slow: this.backoff.timesOf(clientId) > 0 ? 'yes' : null,
    };
  }

  private async attempt(notice: DueNotice, client: RegisteredClient | null, isLast: boolean): Promise<void> {
    const { clientId, sid } = notice;
    const since = performance.now();
    const failure = await this.notify(notice, client);
    const took = performance.now() - since;
    this.backoff.note(clientId, { took, failed: failure !== null }, this.clock.elapsed());
    if (failure === null || isLast) await this.notices.delete(notice);
    if (failure === null) return;
    const then = isLast ? 'this was the last attempt' : 'it will be tried again';
    const attempts = notice.attempts + 1;
    this.logger.warn(
      { clientId, sid, attempts, failure, help: helpOn('logout-notice-not-delivered') },
      `a logout notice was not delivered; ${then}`,
    );
  }

  /** @returns the failure; `null` after a delivery, or if the client no longer wants notices. */
  private async notify({ accountId, sid }: DueNotice, client: RegisteredClient | null): Promise<string | null> {
    if (client === null || !client.enabled || client.backchannelLogoutUri === null) return null;
    const { issuer } = this.settings;
    const claims = logoutTokenClaims(
      { issuer, accountId, clientId: client.clientId, sid },
      { now: this.clock.now(), jti: randomUUID() },
    );
    const token = await this.tokens.sign(client, () => claims, LOGOUT_TOKEN_TYP);
    return deliver(client.backchannelLogoutUri, token, this.settings);
  }
}

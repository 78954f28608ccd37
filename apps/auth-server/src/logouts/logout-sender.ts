import { type BeforeApplicationShutdown, Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { randomUUID } from 'node:crypto';
import type { Logger } from 'pino';
import { ClientRepository } from '../clients/client.repository';
import type { RegisteredClient } from '../clients/registered-client';
import { CLOCK, type Clock } from '../config/clock';
import { SETTINGS, type Settings } from '../config/settings';
import { LOGGER } from '../http/server/logger';
import { IdTokenSigner } from '../keys/id-token-signer';
import { pauseAfter } from '../protocol/logout/logout-attempts';
import { LOGOUT_TOKEN_TYP, logoutTokenClaims } from '../protocol/logout/logout-token-claims';
import { deliver } from './deliver';
import { DeliverySlots, type Shared } from './delivery-slots';
import { type DueNotice, LogoutNoticeRepository } from './logout-notice.repository';
import { ClientBackoff } from './client-backoff';

/** Milliseconds between two looks at who is to be told. */
const PULSE = 1_000;

/** Long enough for the last attempt to end; by then its row is gone. */
const LAST = 60_000;

/**
 * Tells clients of logouts (OpenID Connect Back-Channel Logout 1.0). Every process looks; each attempt is taken by one
 * of them before it is made, so that an attempt that a crash cuts short is made again. Clients take turns, those that
 * were slow come last: no client or account delays the others.
 */
@Injectable()
export class LogoutSender implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private timer: NodeJS.Timeout | undefined;
  private looking: Promise<unknown> | undefined;
  private readonly running = new Set<Promise<void>>();
  private readonly places = new DeliverySlots();
  private readonly slow = new ClientBackoff();
  /** Whether a place was given back since the last round began. */
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
    this.timer = setInterval(() => this.look(), PULSE).unref();
  }

  async beforeApplicationShutdown(): Promise<void> {
    clearInterval(this.timer);
    this.isStopping = true;
    await this.looking;
    await Promise.all(this.running);
  }

  private look(): void {
    this.looking ??= this.succeeds(this.sendDue()).then(() => (this.looking = undefined));
  }

  /** A failure, of the database that is, is logged once and tried again at the next pulse. */
  private async succeeds(work: Promise<void>): Promise<boolean> {
    try {
      await work;
      this.isFailing = false;
    } catch (error) {
      if (!this.isFailing) this.logger.warn({ reason: String(error) }, 'clients cannot be told of logouts now');
      this.isFailing = true;
    }
    return !this.isFailing;
  }

  /** Rounds of one notice for each client, until no delivery can begin. */
  private async sendDue(): Promise<void> {
    let begun: number;
    do {
      this.hasRoom = false;
      begun = await this.sendRound();
    } while (!this.isStopping && (begun > 0 || this.hasRoom));
  }

  /** @returns how many deliveries have begun. */
  private async sendRound(): Promise<number> {
    const due = await this.notices.findDue(this.clock.now());
    due.sort((one, other) => this.slow.timesOf(one.clientId) - this.slow.timesOf(other.clientId));
    let begun = 0;
    for (const notice of due) {
      if (this.isStopping || this.places.isFull) break;
      if (this.slow.isPaused(notice.clientId, this.clock.elapsed())) continue;
      if (await this.begin(notice)) begun += 1;
    }
    return begun;
  }

  /** Takes a place and the attempt, and leaves it to run. @returns whether there was a place. */
  private async begin(notice: DueNotice): Promise<boolean> {
    const client = await this.clients.find(notice.clientId);
    const leave = this.places.take(this.sharedBy(notice, client));
    if (leave === null) return false;
    const now = this.clock.now();
    const pause = now < notice.expiresAt ? pauseAfter(notice.attempts + 1) : null;
    const taking = this.notices.take(notice, now + (pause ?? LAST));
    const attempt = async () => {
      if (await taking) await this.attempt(notice, client, pause === null);
    };
    const running = this.succeeds(attempt()).then((isDone) => {
      leave();
      this.running.delete(running);
      if (isDone) this.lookAgain();
    });
    this.running.add(running);
    // The next round must not see the notice again.
    await taking;
    return true;
  }

  private lookAgain(): void {
    this.hasRoom = true;
    if (!this.isStopping) this.look();
  }

  private sharedBy({ clientId, accountId }: DueNotice, client: RegisteredClient | null): Shared {
    const uri = client?.backchannelLogoutUri ?? null;
    return {
      client: String(clientId),
      account: accountId,
      host: uri === null ? null : new URL(uri).hostname,
      slow: this.slow.timesOf(clientId) > 0 ? 'yes' : null,
    };
  }

  private async attempt(notice: DueNotice, client: RegisteredClient | null, isLast: boolean): Promise<void> {
    const { clientId, sid } = notice;
    const since = performance.now();
    const failure = await this.tell(notice, client);
    const took = performance.now() - since;
    this.slow.note(clientId, { took, failed: failure !== null }, this.clock.elapsed());
    if (failure === null || isLast) await this.notices.forget(notice);
    if (failure === null) return;
    const then = isLast ? 'nobody tries any more' : 'it is tried again';
    const attempts = notice.attempts + 1;
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

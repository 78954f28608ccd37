import { randomInt } from 'node:crypto';
import { type BeforeApplicationShutdown, Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import type { Logger } from 'pino';
import { CLOCK, type Clock } from '../config/clock';
import { helpOn } from '../config/help-page';
import { LogThrottle } from '../http/server/log-throttle';
import { LOGGER } from '../http/server/logger';
import { MAIL_TRANSPORT, type Mail, MailError, type MailTransport } from './mail';

/** Milliseconds between the tries of one mail. */
const PAUSES = [5_000, 30_000, 120_000, 600_000];
const TICK = 1_000;
/** A mail begins at a random moment within these: right after the answer it would slow down the caller's next call. */
const SPREAD = 250;
/** A mail server that is slow must not keep the server from stopping. */
const STOP_WAITS = 5_000;

const AT_ONCE = 4;
const MOST = 1_000;

interface Waiting {
  /** `null`: there is nothing to send. Runs once for each try. */
  write: () => Promise<Mail | null>;
  tries: number;
  /** By the monotonic clock. */
  dueAt: number;
}

/**
 * Writes and sends mails after the answer, so that its time tells nothing of whom they go to. Held in memory: a crash loses
 * them, and people ask again.
 */
@Injectable()
export class MailQueue implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly waiting: Waiting[] = [];
  private readonly running = new Set<Promise<void>>();
  private readonly full: LogThrottle;
  private timer: NodeJS.Timeout | undefined;
  private isStopping = false;

  constructor(
    @Inject(MAIL_TRANSPORT) private readonly transport: MailTransport,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    this.full = new LogThrottle(clock);
  }

  onApplicationBootstrap(): void {
    this.timer = setInterval(() => this.sendDue(), TICK).unref();
  }

  get isHalfFull(): boolean {
    return this.waiting.length >= MOST / 2;
  }

  /** @param write makes the mail once its turn has come. */
  add(write: Waiting['write']): void {
    if (this.waiting.length >= MOST) {
      const lost = this.full.count();
      if (lost !== null)
        this.logger.error(
          { lost, help: helpOn('mail-not-sent') },
          'emails were dropped: too many are waiting for the mail server',
        );
      return;
    }
    this.waiting.push({ write, tries: 0, dueAt: this.clock.elapsed() });
    setTimeout(() => this.sendDue(), randomInt(SPREAD)).unref();
  }

  /** Tries each waiting mail once more. */
  async beforeApplicationShutdown(): Promise<void> {
    this.isStopping = true;
    clearInterval(this.timer);
    const timeout = new Promise<void>((resolve) => setTimeout(resolve, STOP_WAITS).unref());
    await Promise.race([this.drain(), timeout]);
    const lost = this.waiting.length + this.running.size;
    if (lost > 0)
      this.logger.warn({ lost, help: helpOn('mail-not-sent') }, 'emails were not sent before the server stopped');
    this.transport.close();
  }

  private async drain(): Promise<void> {
    for (const mail of this.waiting) mail.dueAt = 0;
    for (this.sendDue(); this.running.size > 0; this.sendDue()) await Promise.race(this.running);
  }

  private sendDue(): void {
    const now = this.clock.elapsed();
    for (let at = 0; at < this.waiting.length && this.running.size < AT_ONCE;) {
      if (this.waiting[at]!.dueAt > now) {
        at += 1;
        continue;
      }
      const [mail] = this.waiting.splice(at, 1);
      const sending = this.send(mail!).finally(() => {
        this.running.delete(sending);
        if (!this.isStopping) this.sendDue();
      });
      this.running.add(sending);
    }
  }

  private async send(waiting: Waiting): Promise<void> {
    try {
      const mail = await waiting.write();
      if (mail === null) return;
      // What was made for this mail is not made again.
      waiting.write = async () => mail;
      await this.transport.send(mail);
    } catch (error) {
      this.retry(waiting, error);
    }
  }

  /** Logs no address, and nothing of the text. */
  private retry(waiting: Waiting, error: unknown): void {
    const pause = error instanceof MailError && error.isFinal ? undefined : PAUSES[waiting.tries];
    const failure = error instanceof MailError ? error.message : String(error);
    const tries = waiting.tries + 1;
    const isLast = pause === undefined || this.isStopping;
    const then = isLast ? 'this was the last attempt' : 'it will be tried again';
    this.logger.warn({ tries, failure, help: helpOn('mail-not-sent') }, `an email was not sent; ${then}`);
    if (!isLast) this.waiting.push({ ...waiting, tries, dueAt: this.clock.elapsed() + pause });
  }
}

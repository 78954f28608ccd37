import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, type Clock } from '../../platform/config/clock';
import { SETTINGS, type Settings } from '../../platform/config/settings';
import { type Unit, get, run } from '../../platform/database/sql';
import { Units } from '../../platform/database/units';
import { recordEvent } from '../../platform/events/events';
import { MailQueue } from '../../platform/mail/mail-queue';
import { browserLabel } from '../../protocol/text/browser-label';
import { hashToken } from '../../protocol/token/opaque-secret';
import {
  ACCOUNT_MAIL_WORDS,
  type AccountMailWords,
  type Told,
  type WrittenMail,
  type WrittenMails,
} from '../accounts/mails/account-mail-texts';

/** Milliseconds in which a mail of one kind is not repeated. */
const ONCE_IN = 86_400_000;

/** Milliseconds after the sign-up in which the account comes to its first browsers. */
const NEW_FOR = 3_600_000;

const SELECT = `SELECT email, email_verified_at AS "verifiedAt", issuer, created_at AS "createdAt",
    notices_off_at AS "offAt"
  FROM accounts WHERE id = ? AND closed_at IS NULL AND disabled_at IS NULL`;
/** The database alone judges it: of several processes one sends the mail. */
const TAKE = `INSERT INTO account_notices (hash, expires_at) VALUES (?, ?) ON CONFLICT (hash)
  DO UPDATE SET expires_at = excluded.expires_at WHERE account_notices.expires_at <= ?`;
const SELECT_OFF = 'SELECT 1 FROM accounts WHERE id = ? AND notices_off_at IS NOT NULL';
const TURN_OFF = `UPDATE accounts SET notices_off_at = ?
  WHERE id = ? AND notices_off_at IS NULL AND closed_at IS NULL`;
const TURN_ON = `UPDATE accounts SET notices_off_at = NULL
  WHERE id = ? AND notices_off_at IS NOT NULL AND closed_at IS NULL`;

/** Where it was done. */
export interface NoticeCause {
  /** "Firefox on Linux"; `null`: unknown. */
  browser: string | null;
  /** A language tag, or an `Accept-Language` header. */
  language: string | undefined;
}

export const noticeCause = (by: { userAgent: string | undefined; language: string | undefined }): NoticeCause => ({
  browser: browserLabel(by.userAgent),
  language: by.language,
});

interface Holder {
  email: string | null;
  verifiedAt: number | null;
  issuer: string | null;
  createdAt: number;
  offAt: number | null;
}

interface Notice {
  accountId: string;
  /** What is mailed once a day: a kind, and what it is about. */
  topic: readonly string[];
  /** @returns the address; `null`: no mail is due of what was done then. */
  to: (holder: Holder, at: number) => string | null;
  write: (mails: WrittenMails, told: Omit<Told, 'link'>, holder: Holder) => WrittenMail;
}

/**
 * Mails to an account on what a stranger could have done in it, where mail is set up. Written after the answer, by the
 * queue: no request waits for them, and none fails where they do.
 */
@Injectable()
export class AccountNotices {
  constructor(
    private readonly queue: MailQueue,
    private readonly units: Units,
    @Inject(ACCOUNT_MAIL_WORDS) private readonly words: AccountMailWords,
    @Inject(SETTINGS) private readonly settings: Settings,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** By a password, in a browser that the account did not know. */
  signedIn(accountId: string, by: NoticeCause): void {
    const since = this.clock.now() - NEW_FOR;
    this.later(by, {
      accountId,
      topic: ['sign_in'],
      to: (holder, at) => (holder.issuer === null && holder.createdAt <= since ? wantedBy(holder, at) : null),
      write: (mails, told) =>
        mails.newSignIn({
          ...told,
          link: this.link('/password'),
          sessions: this.link('/account/sessions'),
          profile: this.link('/account'),
        }),
    });
  }

  passwordChanged(accountId: string, by: NoticeCause): void {
    this.later(by, {
      accountId,
      topic: ['password'],
      to: provenOf,
      write: (mails, told) => mails.passwordChanged({ ...told, link: this.link('/password') }),
    });
  }

  /** Tells the old address, if it was proven. */
  emailChanged(accountId: string, from: string, to: string, by: NoticeCause): void {
    this.later(by, {
      accountId,
      topic: ['email', from],
      to: () => from,
      write: (mails, told) => mails.emailChanged({ ...told, email: to, link: this.link('/account/email') }),
    });
  }

  /** An application got access that it did not have. */
  accessGiven(accountId: string, client: { clientId: string; name: string }, by: NoticeCause): void {
    this.later(by, {
      accountId,
      topic: ['access', client.clientId],
      to: wantedBy,
      write: (mails, told, { issuer }) =>
        mails.newAccess({
          ...told,
          app: client.name,
          link: this.link('/account/apps'),
          password: issuer === null ? this.link('/password') : null,
          profile: this.link('/account'),
        }),
    });
  }

  /** Whether the account has the mails that it can turn off. */
  async isOn(accountId: string): Promise<boolean> {
    return (await this.units.get(SELECT_OFF, accountId)) === undefined;
  }

  /** Emails about a changed password or email stay on: an intruder could turn them off first. */
  turn(accountId: string, isOn: boolean, address: string): Promise<void> {
    const at = this.clock.now();
    return this.units.write(function* (): Unit<void> {
      const changed = isOn ? yield* run(TURN_ON, accountId) : yield* run(TURN_OFF, at, accountId);
      if (changed === 1) yield* recordEvent({ at, kind: isOn ? 'notices.on' : 'notices.off', accountId, address });
    });
  }

  private later({ browser, language }: NoticeCause, notice: Notice): void {
    const { mail, brand } = this.settings;
    // Links that people wait for come first.
    if (mail === null || this.queue.isHalfFull) return;
    const at = this.clock.now();
    this.queue.add(async () => {
      const taken = await this.units.write(() => take(notice, at, this.clock.now()));
      if (taken === null) return null;
      const { mails, time, browserName } = this.words(language);
      const told = { brand: brand.name, time: time(at), browser: browserName(browser) };
      return { to: taken.to, ...notice.write(mails, told, taken.holder) };
    });
  }

  private link(page: string): string {
    return this.settings.issuer + page;
  }
}

/** An unproven address may be a stranger's: send it nothing. */
const provenOf = ({ email, verifiedAt }: Holder) => (verifiedAt === null ? null : email);

/** An intruder could turn the emails off before the queue writes the one about the intrusion. */
const wantedBy = (holder: Holder, at: number) =>
  holder.offAt === null || holder.offAt >= at ? provenOf(holder) : null;

/** @returns `null` where no mail is due. */
function* take(
  { accountId, topic, ...notice }: Notice,
  at: number,
  now: number,
): Unit<{ to: string; holder: Holder } | null> {
  const holder = yield* get<Holder>(SELECT, accountId);
  if (holder === undefined) return null;
  const to = notice.to(holder, at);
  if (to === null) return null;
  const hash = hashToken(JSON.stringify([accountId, ...topic]));
  return (yield* run(TAKE, hash, now + ONCE_IN, now)) === 1 ? { to, holder } : null;
}

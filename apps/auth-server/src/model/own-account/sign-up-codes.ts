import { createHmac, timingSafeEqual } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { completeRevocations } from '../../endings/pending-revocations';
import type { PendingRevocation } from '../../endings/pending-revocation.entity';
import { CLOCK, type Clock } from '../../platform/config/clock';
import type { Unit } from '../../platform/database/sql';
import { Units } from '../../platform/database/units';
import type { Mail } from '../../platform/mail/mail';
import { Problem } from '../../platform/http/answers/problem';
import { countersOf, incremented, reachedLimit } from '../../platform/limits/counter';
import { readCounts, writeCounts } from '../../platform/limits/counting';
import { hashToken, randomToken } from '../../protocol/token/opaque-secret';
import { AccountMails, type MailAsker } from '../accounts/mails/account-mails';
import { mailboxKeyOf } from '../accounts/mails/email-address';
import { MailedTokens, type SignUpToken, countTry, findSignUpToken } from '../accounts/mails/mailed-tokens';
import { DerivedKeys } from '../keys/derived-keys';
import { SignIn, type SigningIn, type StartedSession } from '../sessions/sign-in';
import { prove } from './email-proofs';
import { SENT_TWICE } from './sent-twice';

/** Milliseconds. */
const LIFETIME = 10 * 60_000;

const MOST_TRIES = 5;

/** Digits. */
const LENGTH = 6;

/** A sign-up whose page waits for the code of a mail. */
export interface WaitingSignUp {
  /** As it was typed. */
  email: string;
  /** `over`: the code is, and another one can be mailed. */
  state: 'open' | 'over' | 'proven';
}

export type CodeOutcome =
  /** `session` is `null` where the account has changed meanwhile. */
  | { kind: 'proven'; session: StartedSession | null }
  | { kind: 'wrong' | 'over' | 'proven before' }
  /** No sign-up waits for a code in this browser any more. */
  | { kind: 'none' }
  /** Epoch milliseconds. */
  | { kind: 'too many'; until: number };

type Tried =
  { kind: 'proven'; found: SignUpToken; pending: PendingRevocation[] } | Exclude<CodeOutcome, { kind: 'proven' }>;

/**
 * The six digits in the mail of a sign-up, an HMAC of the token's hash. They work beside the link, only in the browser that
 * typed the password, which has a key. A sign-up with a taken email has a key too, and no code.
 */
@Injectable()
export class SignUpCodes {
  constructor(
    private readonly keys: DerivedKeys,
    private readonly tokens: MailedTokens,
    private readonly mails: AccountMails,
    private readonly signIns: SignIn,
    private readonly units: Units,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /**
   * Mails after the answer, unless the mailbox is flooded.
   *
   * @param email as it was typed.
   * @returns the key for the browser that signs up.
   */
  async begin(
    purpose: SignUpToken['purpose'],
    holder: { id: string; email: string },
    email: string,
    by: SignUpAsker,
  ): Promise<string> {
    const key = randomToken();
    const write = await this.issue(purpose, holder, email, { ...by, key });
    this.mails.later(async () => ((await this.isFlooded(holder.email, by)) ? null : write()));
    return key;
  }

  /** Spends nothing. @param key what the browser has. */
  async find(key: string): Promise<WaitingSignUp | null> {
    const [found, now] = [await this.read(key), this.clock.now()];
    if (found === undefined) return null;
    const isOver = found.tries >= MOST_TRIES || found.createdAt <= now - LIFETIME;
    return { email: found.mailedTo, state: found.usedAt !== null ? 'proven' : isOver ? 'over' : 'open' };
  }

  /** Proves the email, and signs in the browser that typed the password of the account. */
  async accept(key: string, typed: string, browser: SigningIn): Promise<CodeOutcome> {
    const by = { at: this.clock.now(), address: browser.address };
    const isRight = ({ hash }: SignUpToken) => isEqual(typed.replace(/[\s-]/g, ''), this.codeOf(hash));
    const tried = await this.units.write(() => tryCode(hashToken(key), isRight, by));
    if (tried.kind !== 'proven') return tried;
    await completeRevocations(this.units, this.clock, tried.pending);
    const { id, mailedTo: email, name, passwordHash } = tried.found;
    const session =
      passwordHash === null ? null : await this.signIns.begin({ id, email, name }, { passwordHash }, browser);
    return { kind: 'proven', session };
  }

  /** Mails another code, which ends the older one, where a sign-up waits for it. @throws Problem 429. */
  async mailAgain(key: string, by: MailAsker): Promise<void> {
    const found = await this.read(key);
    if (found === undefined || found.usedAt !== null) return;
    const { purpose, id, email, mailedTo, returnTo } = found;
    await this.mails.assertFree(email, by);
    this.mails.later(await this.issue(purpose, { id, email }, mailedTo, { ...by, returnTo, takesCode: true, key }));
  }

  private read(key: string): Promise<SignUpToken | undefined> {
    const now = this.clock.now();
    return this.units.read(() => findSignUpToken(hashToken(key), now));
  }

  /**
   * The row is there before the answer: the page may ask for it at once.
   *
   * @returns what writes the mail, unless a newer one has taken its place.
   */
  private async issue(
    purpose: SignUpToken['purpose'],
    holder: { id: string; email: string },
    to: string,
    { returnTo = null, takesCode, key, ...by }: SignUpAsker & { key: string },
  ): Promise<() => Promise<Mail | null>> {
    const token = await this.tokens.issue(purpose, holder, { to, returnTo, browserHash: hashToken(key) });
    if (token === null) return async () => null;
    const hash = hashToken(token);
    const proof = purpose === 'verify' ? { token, code: takesCode ? this.codeOf(hash) : null } : { code: null };
    return async () => {
      const isNewest = (await this.read(key))?.hash === hash;
      return isNewest ? this.mails.mail(purpose, holder.email, proof, by) : null;
    };
  }

  private async isFlooded(to: string, by: MailAsker): Promise<boolean> {
    try {
      await this.mails.assertFree(to, by);
      return false;
    } catch (error) {
      if (error instanceof Problem) return true;
      throw error;
    }
  }

  private codeOf(hash: string): string {
    const number = createHmac('sha256', this.keys.signUp).update(hash).digest().readUIntBE(0, 6) % 10 ** LENGTH;
    return String(number).padStart(LENGTH, '0');
  }
}

export interface SignUpAsker extends MailAsker {
  /** Whether a page of this server waits for the code. */
  takesCode: boolean;
}

function isEqual(given: string, own: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(own)];
  return one.length === other.length && timingSafeEqual(one, other);
}

/** A wrong code and one for a taken email, which has none, are counted and answered alike. */
function* tryCode(
  browserHash: string,
  isRight: (found: SignUpToken) => boolean,
  by: { at: number; address: string },
): Unit<Tried> {
  const found = yield* findSignUpToken(browserHash, by.at);
  if (found === undefined) return { kind: 'none' };
  const isProof = isRight(found) && found.purpose === 'verify';
  if (found.usedAt !== null)
    return isProof && found.usedAt > by.at - SENT_TWICE
      ? { kind: 'proven', found, pending: [] }
      : { kind: 'proven before' };
  const counters = countersOf('sign_up_codes', { address: by.address, subject: mailboxKeyOf(found.mailedTo) });
  const counts = yield* readCounts(counters, by.at);
  const reached = reachedLimit(counts, by.at);
  if (reached !== null) return { kind: 'too many', until: reached.until };
  if (!(yield* countTry(found.hash, { most: MOST_TRIES, since: by.at - LIFETIME }))) return { kind: 'over' };
  const proof = isProof ? yield* prove('verify', found, null, by) : null;
  if (proof !== null) return { kind: 'proven', found, pending: proof.pending };
  const failed = counts.map((count) => incremented(count, by.at));
  yield* writeCounts(failed, by.at);
  return { kind: found.tries + 1 < MOST_TRIES ? 'wrong' : 'over' };
}

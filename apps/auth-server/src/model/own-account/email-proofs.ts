import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, type Clock } from '../../platform/config/clock';
import { isUniqueViolation } from '../../platform/database/database-error';
import { type Unit, run } from '../../platform/database/sql';
import { Units } from '../../platform/database/units';
import { recordEvent } from '../../platform/events/events';
import { completeRevocations } from '../../endings/pending-revocations';
import type { Caller } from '../sessions/caller';
import { SignIn, type SigningIn, type StartedSession } from '../sessions/sign-in';
import { emailKeyOf } from '../accounts/account.repository';
import type { BegunSession } from '../sessions/session.repository';
import { type FirstProof, proveEmail } from './email-proof';
import {
  type FoundMailedToken,
  MailedTokens,
  spendMailedToken,
  voidMailedTokens,
} from '../accounts/mails/mailed-tokens';
import { AccountNotices, noticeCause } from '../notices/account-notices';
import { PasswordCheck } from '../accounts/passwords/password-check';

const SET_EMAIL = 'UPDATE accounts SET email = ?, email_key = ? WHERE id = ?';
const SET_VERIFIED = 'UPDATE accounts SET email_verified_at = ? WHERE id = ?';

/** The caller that presents a mailed token. */
export interface Prover extends SigningIn {
  /** `null` where the caller is not signed in. */
  caller: Caller | null;
  /** The account's, where the caller is not signed in as it. */
  password: string | undefined;
  /** Whether the password signs the browser in too. */
  signsIn: boolean;
}

export type EmailProofOutcome =
  /** `session` takes the place of the caller's, which the first proof ended, or is that of the browser. */
  | { kind: 'proven'; account: ProvenEmail; session: StartedSession | null }
  /** The token is unknown, over or spent. */
  | { kind: 'unknown' }
  /** The caller is not signed in as the account, and sent no password. */
  | { kind: 'stranger' }
  | { kind: 'wrong password' }
  /** Another account has the new email by now. */
  | { kind: 'taken' };

export interface ProvenEmail {
  id: string;
  email: string;
  name: string | null;
}

type Proven = Extract<EmailProofOutcome, { kind: 'proven' }>;

type Purpose = 'verify' | 'change';

/**
 * Proofs of an email by a mailed token. A click alone suffices for none: the person must be signed in as the account or
 * know its password. Else whoever signed up with somebody else's address would only need the mailbox's owner to click.
 */
@Injectable()
export class EmailProofs {
  constructor(
    private readonly tokens: MailedTokens,
    private readonly passwords: PasswordCheck,
    private readonly signIns: SignIn,
    private readonly notices: AccountNotices,
    private readonly units: Units,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** @throws Problem 429 after too many wrong passwords. */
  async accept(purpose: Purpose, token: string, by: Prover): Promise<EmailProofOutcome> {
    const found = await this.tokens.find(purpose, token);
    if (found === null) return { kind: 'unknown' };
    const caller = by.caller?.account.id === found.id ? by.caller : null;
    if (caller === null && by.password === undefined) return { kind: 'stranger' };
    if (caller === null && !(await this.fits(found, by))) return { kind: 'wrong password' };
    try {
      const outcome = await this.carryOut(purpose, found, caller, by.address);
      if (outcome.kind !== 'proven') return outcome;
      this.tellOldAddress(found, by);
      return caller === null ? await this.signedIn(outcome, found, by) : outcome;
    } catch (error) {
      if (isUniqueViolation(error)) return { kind: 'taken' };
      throw error;
    }
  }

  private fits(found: FoundMailedToken, { password = '', address }: Prover): Promise<boolean> {
    return this.passwords.fits(found, password, { emailKey: found.emailKey, address }, 'password.failed');
  }

  private tellOldAddress({ id, email, mailedTo, emailVerifiedAt }: FoundMailedToken, by: Prover): void {
    if (emailVerifiedAt !== null && emailKeyOf(email) !== emailKeyOf(mailedTo))
      this.notices.emailChanged(id, email, mailedTo, noticeCause(by));
  }

  private async signedIn(proven: Proven, { passwordHash }: FoundMailedToken, by: Prover): Promise<Proven> {
    if (!by.signsIn || passwordHash === null) return proven;
    return { ...proven, session: await this.signIns.begin(proven.account, { passwordHash }, by) };
  }

  private async carryOut(
    purpose: Purpose,
    found: FoundMailedToken,
    caller: Caller | null,
    address: string,
  ): Promise<EmailProofOutcome> {
    const at = this.clock.now();
    const sessionId = caller?.sessionId ?? null;
    const session = caller === null || sessionId === null ? null : { sessionId, signedInAt: caller.authTime };
    const proof = await this.units.write(() => prove(purpose, found, session, { at, address }));
    if (proof === null) return { kind: 'unknown' };
    await completeRevocations(this.units, this.clock, proof.pending);
    const account = { id: found.id, email: found.mailedTo, name: found.name };
    const { renewed } = proof;
    const isRenewed = renewed !== null && caller !== null;
    return {
      kind: 'proven',
      account,
      session: isRenewed ? this.signIns.renewed(account, renewed, caller.expiresAt) : null,
    };
  }
}

/** @returns `null` where another proof was first, or the account has changed meanwhile. */
export function* prove(
  purpose: Purpose,
  { hash, id: accountId, mailedTo }: FoundMailedToken,
  session: BegunSession | null,
  by: { at: number; address: string },
): Unit<FirstProof | null> {
  if (!(yield* spendMailedToken(hash, purpose, by.at))) return null;
  const proof = yield* proveEmail(accountId, session, by);
  if (purpose === 'change') {
    yield* run(SET_EMAIL, mailedTo, emailKeyOf(mailedTo), accountId);
    yield* run(SET_VERIFIED, by.at, accountId);
  }
  // Links to the old address prove nothing any more, and an earlier holder of the account may have asked for a change.
  if (purpose === 'change' || proof.isFirst) yield* voidMailedTokens(accountId, hash);
  const kind = purpose === 'change' ? 'email.changed' : 'email.verified';
  yield* recordEvent({ ...by, kind, accountId });
  return proof;
}

import { Injectable } from '@nestjs/common';
import type { Algorithm, Options } from '@node-rs/argon2';
import { addressOf, networkOf } from '../../../platform/limits/caller-network';
import { invalidFields } from '../../../platform/http/answers/problem';
import { OAuthError } from '../../../protocol/oauth-error';
import { FairQueue } from './fair-queue';
import { isOfItsAccount, normalizedPassword } from './password-rules';

/** OWASP's parameters; about 25 ms of one core. */
const ARGON2ID = {
  algorithm: 2 satisfies Algorithm.Argon2id,
  memoryCost: 19_456,
  timeCost: 2,
  parallelism: 1,
} satisfies Options;

const AT_ONCE = 2;
const WAITING = 64;

const { memoryCost, timeCost, parallelism } = ARGON2ID;

/** On first use: a server without password sign-ins saves 4 MB. */
const loadArgon2 = () => import('@node-rs/argon2');

async function hashOf(password: string): Promise<string> {
  const { hash } = await loadArgon2();
  return hash(password, ARGON2ID);
}

/** A hash that no password has: an unknown email must take as long as a wrong password. */
const DUMMY_HASH = `$argon2id$v=19$m=${memoryCost},t=${timeCost},p=${parallelism}$${'A'.repeat(22)}$${'A'.repeat(43)}`;

export interface Hashing {
  emailKey: string;
  /** `null` for a command of the operator. */
  address: string | null;
}

export type Verified =
  | { fits: false }
  /** `renewed`: what to store in place of a hash of the password as it was typed, from before NFKC; else `null`. */
  | { fits: true; renewed: string | null };

interface Waiting {
  begin: () => void;
  refuse: (error: OAuthError) => void;
}

/**
 * At most 2 hashes at once, off the event loop: a flood of sign-ins must leave cores to the token endpoints.
 *
 * @throws OAuthError `temporarily_unavailable` (503) to the newest caller of the largest network when 64 wait.
 */
@Injectable()
export class PasswordHasher {
  private running = 0;
  private readonly waiting = new FairQueue<Waiting>(WAITING);

  /** @throws Problem 400 where the password is the account's own name or email. */
  async hash(password: string, { name, ...by }: Hashing & { name: string | null }): Promise<string> {
    if (isOfItsAccount(password, { name, emailKey: by.emailKey }))
      throw invalidFields([{ field: 'password', detail: 'must not be the name or email of the account' }]);
    return this.inTurn(by, () => hashOf(normalizedPassword(password)));
  }

  /**
   * Hashes in NFKC and, only where that is not what was typed and does not fit, as typed: so the time depends on the typed
   * password alone, not on the account.
   *
   * @param stored the hash; `null` takes as long and fits nothing.
   * @param admit runs right before the hashing; its error rejects the call.
   */
  verify(stored: string | null, typed: string, by: Hashing, admit: () => Promise<void>): Promise<Verified> {
    return this.inTurn(by, async () => {
      const { verify } = await loadArgon2();
      await admit();
      const password = normalizedPassword(typed);
      const compared = stored ?? DUMMY_HASH;
      if ((await verify(compared, password)) && stored !== null) return { fits: true, renewed: null };
      if (password === typed || !(await verify(compared, typed)) || stored === null) return { fits: false };
      return { fits: true, renewed: await hashOf(password) };
    });
  }

  private async inTurn<T>(by: Hashing, work: () => Promise<T>): Promise<T> {
    if (this.running >= AT_ONCE) await this.wait(by);
    else this.running += 1;
    try {
      return await work();
    } finally {
      const next = this.waiting.next();
      if (next === undefined) this.running -= 1;
      else next.begin();
    }
  }

  private wait({ emailKey, address }: Hashing): Promise<void> {
    const path = address === null ? [''] : [networkOf(address), addressOf(address), emailKey];
    return new Promise((begin, refuse) => this.waiting.add(path, { begin, refuse })?.refuse(tooManyAtOnce()));
  }
}

const tooManyAtOnce = () =>
  new OAuthError('temporarily_unavailable', 'too many sign-ins at once; try again shortly', { retryAfter: 2 });

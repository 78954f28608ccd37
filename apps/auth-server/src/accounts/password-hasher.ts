import { Injectable } from '@nestjs/common';
import type { Algorithm, Options } from '@node-rs/argon2';
import { addressOf, networkOf } from '../limits/caller-network';
import { OAuthError } from '../protocol/oauth-error';
import { FairQueue } from './fair-queue';

/** OWASP's parameters for Argon2id: 19 MiB, two passes, one lane; about 25 ms of one core. */
const ARGON2ID = {
  algorithm: 2 satisfies Algorithm.Argon2id,
  memoryCost: 19_456,
  timeCost: 2,
  parallelism: 1,
} satisfies Options;

const AT_ONCE = 2;
const WAITING = 64;

const { memoryCost, timeCost, parallelism } = ARGON2ID;

/** A server where nobody signs in by a password never needs it: 4 MB. */
const loadArgon2 = () => import('@node-rs/argon2');

/** No password's hash, so that an unknown e-mail costs the same as a wrong password: its parameters make it as dear. */
const NOBODY = `$argon2id$v=19$m=${memoryCost},t=${timeCost},p=${parallelism}$${'A'.repeat(22)}$${'A'.repeat(43)}`;

/** How callers share the places in the queue: they take turns by network, then by address, then by e-mail. */
export interface Hashing {
  emailKey: string;
  /** `null` for a command of the operator. */
  address: string | null;
}

interface Waiting {
  begin: () => void;
  refuse: (error: OAuthError) => void;
}

/**
 * Argon2id off the event loop, at most 2 at once. A flood of sign-ins fills this queue and not the machine: the token
 * endpoints stay quick. One network's flood takes no more than its share of the places.
 *
 * @throws OAuthError `temporarily_unavailable` (503) to the newest caller of the largest network when 64 wait.
 */
@Injectable()
export class PasswordHasher {
  private running = 0;
  private readonly waiting = new FairQueue<Waiting>(WAITING);

  hash(password: string, by: Hashing): Promise<string> {
    return this.inTurn(by, async () => {
      const { hash } = await loadArgon2();
      return hash(password, ARGON2ID);
    });
  }

  /**
   * @param stored the hash; `null` costs the same and never fits.
   * @param admit runs when the turn has come, right before the work; what it throws is the outcome.
   */
  verify(stored: string | null, password: string, by: Hashing, admit: () => Promise<void>): Promise<boolean> {
    return this.inTurn(by, async () => {
      const { verify } = await loadArgon2();
      await admit();
      const fits = await verify(stored ?? NOBODY, password);
      return fits && stored !== null;
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

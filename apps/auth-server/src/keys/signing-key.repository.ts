import { Injectable } from '@nestjs/common';
import type { SigningAlgorithm } from '../config/settings';
import { type Unit, all, announce, run } from '../database/sql';
import { Units } from '../database/units';
import { recordEvent } from '../events/events';
import {
  type KeyPolicy,
  type NextKey,
  type ScheduledKey,
  droppableKeys,
  followingKey,
  signingKey,
  useToStore,
} from '../protocol/key-schedule';
import type { NewSigningKey } from './new-signing-key';

/** A key as the database keeps it. */
export type StoredSigningKey = NewSigningKey & ScheduledKey & { alg: SigningAlgorithm };

/** Who signs: tokens of up to `ttl` seconds, now. */
interface Signer {
  ttl: number;
  now: number;
}

const SELECT = `SELECT kid, alg, sequence, public_jwk AS "publicJwk", sealed_private_key AS "sealedPrivateKey",
  longest_token_ttl AS "longestTokenTtl", created_at AS "createdAt", signs_from AS "signsFrom",
  signs_until AS "signsUntil", compromised_at AS "compromisedAt" FROM signing_keys`;
const INSERT = `INSERT INTO signing_keys (kid, alg, public_jwk, sealed_private_key, longest_token_ttl, created_at,
  sequence, signs_from, signs_until) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`;
const USE = 'UPDATE signing_keys SET signs_until = ?, longest_token_ttl = ? WHERE kid = ?';
const COMPROMISE = 'UPDATE signing_keys SET compromised_at = ? WHERE compromised_at IS NULL';
const DELETE = 'DELETE FROM signing_keys WHERE kid = ?';

/** What there is to do is decided on the rows inside the unit: of several processes that see it, one does it. */
@Injectable()
export class SigningKeyRepository {
  constructor(private readonly units: Units) {}

  findAll(): Promise<StoredSigningKey[]> {
    return this.units.read(() => all<StoredSigningKey>(SELECT));
  }

  /**
   * Keeps a new key, unless by now there is no need for one.
   *
   * @param decide which one is needed, of the keys there are.
   * @returns whether it was kept.
   */
  add(
    key: NewSigningKey,
    decide: (keys: readonly StoredSigningKey[]) => NextKey | null,
    signer: Signer,
  ): Promise<boolean> {
    return this.units.write(function* (): Unit<boolean> {
      const next = decide(yield* all<StoredSigningKey>(SELECT));
      if (next !== null) yield* insert(key, next, signer);
      return next !== null;
    });
  }

  /** Says in advance that the key which signs now is used, for how long, and how long its tokens live. */
  use(policy: KeyPolicy, { ttl, now }: Signer): Promise<void> {
    return this.units.write(function* (): Unit<void> {
      const key = signingKey(yield* all<StoredSigningKey>(SELECT), policy, now);
      const use = key === undefined ? null : useToStore(key, ttl, now);
      if (key !== undefined && use !== null) yield* run(USE, use.signsUntil, use.longestTokenTtl, key.kid);
    });
  }

  /** Every key there is signs no more, and a new one signs at once. @returns the compromised ones. */
  replaceCompromised(key: NewSigningKey, policy: KeyPolicy, signer: Signer): Promise<StoredSigningKey[]> {
    const { now } = signer;
    return this.units.write(function* (): Unit<StoredSigningKey[]> {
      const keys = yield* all<StoredSigningKey>(SELECT);
      yield* run(COMPROMISE, now);
      yield* recordEvent({ at: now, kind: 'key.compromised' });
      yield* insert(key, followingKey(keys.map(asCompromised), policy, now), signer);
      return keys.filter(({ compromisedAt }) => compromisedAt === null);
    });
  }

  /** Deletes the keys that nobody needs any more. @returns their ids. */
  drop(policy: KeyPolicy, now: number): Promise<string[]> {
    return this.units.write(function* (): Unit<string[]> {
      const kids = droppableKeys(yield* all<StoredSigningKey>(SELECT), policy, now).map(({ kid }) => kid);
      for (const kid of kids) yield* run(DELETE, kid);
      if (kids.length > 0) yield* announce('keys');
      return kids;
    });
  }
}

function* insert(key: NewSigningKey, next: NextKey, { ttl, now }: Signer): Unit<void> {
  const { kid, alg, publicJwk, sealedPrivateKey } = key;
  const { sequence, signsFrom, signsUntil } = next;
  yield* run(INSERT, kid, alg, publicJwk, sealedPrivateKey, ttl, now, sequence, signsFrom, signsUntil);
  yield* recordEvent({ at: now, kind: 'key.announced' });
  yield* announce('keys');
}

const asCompromised = (key: StoredSigningKey) => ({ ...key, compromisedAt: key.createdAt });

import { Injectable } from '@nestjs/common';
import type { SigningAlgorithm } from '../../../platform/config/settings';
import { type Unit, all, announce, run } from '../../../platform/database/sql';
import { Units } from '../../../platform/database/units';
import { type Actor, recordEvent } from '../../../platform/events/events';
import { type KeyChain, type KeyPurpose, droppableKeysOf, keysOf } from '../../../protocol/signing/key-chain';
import {
  type NextKey,
  type ScheduledKey,
  followingKey,
  signingKey,
  useToStore,
} from '../../../protocol/signing/key-schedule';
import { recordRevocation } from '../../../endings/record-revocation';
import type { NewSigningKey } from './new-signing-key';

export type StoredSigningKey = NewSigningKey & ScheduledKey & { alg: SigningAlgorithm; purpose: KeyPurpose };

/** Signing with a chain's keys now; `ttl` is the longest life of the tokens, in seconds. */
export interface Signer {
  chain: KeyChain;
  ttl: number;
  now: number;
  /** Who wants a new key; absent: the schedule. */
  by?: Actor;
}

const SELECT = `SELECT kid, alg, purpose, sequence, public_jwk AS "publicJwk", sealed_private_key AS "sealedPrivateKey",
  longest_token_ttl AS "longestTokenTtl", created_at AS "createdAt", signs_from AS "signsFrom",
  signs_until AS "signsUntil", compromised_at AS "compromisedAt" FROM signing_keys`;
const INSERT = `INSERT INTO signing_keys (kid, alg, purpose, public_jwk, sealed_private_key, longest_token_ttl,
  created_at, sequence, signs_from, signs_until) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`;
const USE = 'UPDATE signing_keys SET signs_until = ?, longest_token_ttl = ? WHERE kid = ?';
const COMPROMISE = 'UPDATE signing_keys SET compromised_at = ? WHERE compromised_at IS NULL';
const DELETE = 'DELETE FROM signing_keys WHERE kid = ?';

/** Each unit decides on the rows it reads: of several processes that see work, one does it. */
@Injectable()
export class SigningKeyRepository {
  constructor(private readonly units: Units) {}

  findAll(): Promise<StoredSigningKey[]> {
    return this.units.read(() => all<StoredSigningKey>(SELECT));
  }

  /**
   * Stores a new key if one is still needed.
   *
   * @param decide on the chain's keys: `null` when none is needed.
   * @returns whether the key was stored.
   */
  add(
    key: NewSigningKey,
    decide: (keys: readonly StoredSigningKey[]) => NextKey | null,
    signer: Signer,
  ): Promise<boolean> {
    return this.units.write(function* (): Unit<boolean> {
      const next = decide(keysOf(yield* all<StoredSigningKey>(SELECT), signer.chain));
      if (next !== null) yield* insert(key, next, signer);
      return next !== null;
    });
  }

  /** Stores in advance until when the present key signs, and the longest life of its tokens. */
  use({ chain, ttl, now }: Signer): Promise<void> {
    return this.units.write(function* (): Unit<void> {
      const key = signingKey(keysOf(yield* all<StoredSigningKey>(SELECT), chain), chain, now);
      const use = key === undefined ? null : useToStore(key, ttl, now);
      if (key !== undefined && use !== null) yield* run(USE, use.signsUntil, use.longestTokenTtl, key.kid);
    });
  }

  /** Marks every key as compromised; the replacements sign at once. @returns the keys marked now. */
  replaceCompromised(
    replacements: readonly { key: NewSigningKey; signer: Signer }[],
    now: number,
    by: Actor = { address: null },
  ): Promise<StoredSigningKey[]> {
    return this.units.write(function* (): Unit<StoredSigningKey[]> {
      const keys = yield* all<StoredSigningKey>(SELECT);
      const gone = keys.filter(({ compromisedAt }) => compromisedAt === null);
      yield* run(COMPROMISE, now);
      // Services drop their cached tokens of these keys at once, without reading the JWKS again.
      for (const { kid } of gone.filter(({ purpose }) => purpose === 'access_token'))
        yield* recordRevocation({ kind: 'key', subject: kid, at: now });
      yield* recordEvent({ ...by, at: now, kind: 'key.compromised' });
      for (const { key, signer } of replacements) {
        const before = keysOf(keys, signer.chain).map(asCompromised);
        yield* insert(key, followingKey(before, signer.chain, now), signer);
      }
      return gone;
    });
  }

  /** Deletes the keys whose tokens have all expired. @returns their ids. */
  drop(accessTokens: KeyChain, now: number): Promise<string[]> {
    return this.units.write(function* (): Unit<string[]> {
      const kids = droppableKeysOf(yield* all<StoredSigningKey>(SELECT), accessTokens, now).map(({ kid }) => kid);
      for (const kid of kids) yield* run(DELETE, kid);
      if (kids.length > 0) yield* announce('keys');
      return kids;
    });
  }
}

function* insert(key: NewSigningKey, next: NextKey, { chain, ttl, now, by }: Signer): Unit<void> {
  const { kid, alg, publicJwk, sealedPrivateKey } = key;
  const { sequence, signsFrom, signsUntil } = next;
  const secret = [publicJwk, sealedPrivateKey];
  yield* run(INSERT, kid, alg, chain.purpose, ...secret, ttl, now, sequence, signsFrom, signsUntil);
  yield* recordEvent({ ...by, at: now, kind: 'key.announced' });
  yield* announce('keys');
}

const asCompromised = (key: StoredSigningKey) => ({ ...key, compromisedAt: key.createdAt });

import { Injectable } from '@nestjs/common';
import type { SigningAlgorithm } from '../config/settings';
import { Units } from '../database/units';

/** A key that may sign, as the database keeps it. */
export interface StoredSigningKey {
  kid: string;
  alg: SigningAlgorithm;
  publicJwk: string;
  sealedPrivateKey: string;
}

const COLUMNS = 'kid, alg, public_jwk AS publicJwk, sealed_private_key AS sealedPrivateKey';
const SELECT_ACTIVE = `SELECT ${COLUMNS} FROM signing_keys WHERE alg = ? AND retired_at IS NULL`;
const INSERT = `INSERT INTO signing_keys (kid, alg, public_jwk, sealed_private_key, longest_token_ttl, created_at)
  VALUES (?, ?, ?, ?, 0, ?) ON CONFLICT DO NOTHING`;
const RETIRE_OTHERS = 'UPDATE signing_keys SET retired_at = ? WHERE alg <> ? AND retired_at IS NULL';
const REMEMBER_TTL = 'UPDATE signing_keys SET longest_token_ttl = ? WHERE kid = ? AND longest_token_ttl < ?';
const STILL_SIGNS = 'UPDATE signing_keys SET retired_at = ? WHERE kid = ? AND retired_at < ?';
const SELECT_RETIRED = 'SELECT 1 FROM signing_keys WHERE kid = ? AND retired_at IS NOT NULL';
const SELECT_PUBLIC = `SELECT public_jwk AS publicJwk FROM signing_keys
  WHERE retired_at IS NULL OR retired_at + longest_token_ttl * 1000 > ? ORDER BY created_at DESC`;

@Injectable()
export class SigningKeyRepository {
  constructor(private readonly units: Units) {}

  findActive(alg: SigningAlgorithm): Promise<StoredSigningKey | undefined> {
    return this.units.read((sql) => sql.get<StoredSigningKey>(SELECT_ACTIVE, alg));
  }

  /** Keeps a new key, unless a sibling process was first; either way the one that is kept is the answer. */
  keep({ kid, alg, publicJwk, sealedPrivateKey }: StoredSigningKey, now: number): Promise<StoredSigningKey> {
    return this.units.write((sql) => {
      sql.run(INSERT, kid, alg, publicJwk, sealedPrivateKey, now);
      const kept = sql.get<StoredSigningKey>(SELECT_ACTIVE, alg);
      if (kept === undefined) throw new Error('the signing key was not kept');
      return kept;
    });
  }

  /** Makes a key the one that signs, tokens of up to `ttl` seconds; those of other algorithms stop. */
  activate({ kid, alg }: StoredSigningKey, ttl: number, now: number): Promise<void> {
    return this.units.write((sql) => {
      sql.run(RETIRE_OTHERS, now, alg);
      sql.run(REMEMBER_TTL, ttl, kid, ttl);
    });
  }

  /** A sibling with another algorithm retired this key, which signs here until then: its tokens must verify too. */
  async postponeRetirement(kid: string, until: number): Promise<void> {
    const retired = await this.units.read((sql) => sql.get(SELECT_RETIRED, kid) ?? null);
    if (retired !== null) await this.units.write((sql) => sql.run(STILL_SIGNS, until, kid, until));
  }

  /** The public keys of all tokens that can be alive. */
  async publicJwks(now: number): Promise<object[]> {
    const rows = await this.units.read((sql) => sql.all<{ publicJwk: string }>(SELECT_PUBLIC, now));
    return rows.map(({ publicJwk }) => JSON.parse(publicJwk) as object);
  }
}

import { randomBytes } from 'node:crypto';
import { type Unit, run } from '../../platform/database/sql';
import { timeOrderedId } from '../../platform/database/time-ordered-id';
import type { ClientType } from '../../protocol/client/client';
import { hashToken, hintOf } from '../../protocol/token/opaque-secret';

export const newClientId = () => randomBytes(16).toString('hex');

export const hasSecret = (type: ClientType, method: string | null) =>
  type === 'confidential' && method !== 'private_key_jwt';

const INSERT = 'INSERT INTO client_secrets (id, client_id, hash, hint, created_at) VALUES (?, ?, ?, ?, ?)';

export function* insertSecret(id: number, secret: string, now: number): Unit<void> {
  yield* run(INSERT, timeOrderedId(now), id, hashToken(secret), hintOf(secret), now);
}

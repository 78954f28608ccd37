import { assertAwaited } from '../../platform/database/database-error';
import { type Unit, get, run } from '../../platform/database/sql';
import { recordEvent } from '../../platform/events/events';
import { grantUse, isUseDue } from '../grants/grant-use';
import { assertProofKey } from '../../protocol/token/dpop-proof';
import { isKeyNeeded, isRetry, mayBeRetried, spellUse } from '../../protocol/token/refresh-rotation';
import { revokeFamily } from '../../endings/family-revocation';
import { type FamilyTimes, purgeDay } from '../../endings/family-times';
import { type LivingFamily, SELECT_LIVING, factsOf } from '../../endings/living-family';
import type { RefreshRule, RefreshUse, Rotation } from './rotation';

/** Where lifetimes were shortened since, an earlier access token expires later than the new one. */
const ROTATE = `UPDATE refresh_families SET generation = generation + 1, expires_at = ?,
    access_expires_at = CASE WHEN access_expires_at < ? THEN ? ELSE access_expires_at END,
    rotated_at = ?, rotated_scope = ?
  WHERE id = ? AND generation = ?`;
/** By itself: SQLite writes the index of every column that a statement sets. */
const PURGE_LATER = 'UPDATE refresh_families SET purge_day = ? WHERE id = ?';

/** A rotation in steps: one read of the family, the decision, one write. */
export function* rotating<T>(use: RefreshUse, times: FamilyTimes, rule: RefreshRule<T>): Unit<Rotation<T>> {
  assertAwaited(use.isAbandoned);
  const { token, now } = use;
  const { familyId, generation } = token;
  const family = yield* get<LivingFamily>(SELECT_LIVING, familyId, now, token.clientId);
  // A higher generation is of a database that was restored since: no theft.
  if (family === undefined || generation > family.generation) return { outcome: 'refused' };
  assertProofKey(isKeyNeeded(use.provenBy) ? family.dpopJkt : null, use.proofKey);
  if (generation < family.generation) return yield* usedBefore(use, family, rule);
  const answer = rule(factsOf(family));
  if (!family.isClientEnabled) return { outcome: 'refused' };
  const { rotatedAt, rotatedScope } = rotationNote(use);
  const { expiresAt, accessExpiresAt } = times;
  yield* run(ROTATE, expiresAt, accessExpiresAt, accessExpiresAt, rotatedAt, rotatedScope, familyId, generation);
  const day = purgeDay(times);
  if (day > family.purgeDay) yield* run(PURGE_LATER, day, familyId);
  if (isUseDue(family.lastUsedAt, now)) yield* run(...grantUse(family.grantId, now));
  return { outcome: 'rotated', answer, generation: generation + 1 };
}

/** A client that is disabled gets no second answer. */
function* usedBefore<T>(use: RefreshUse, family: LivingFamily, rule: RefreshRule<T>): Unit<Rotation<T>> {
  const { token, now, address, provenBy } = use;
  const again = { generation: token.generation, scope: rotationNote(use).rotatedScope, proven: mayBeRetried(provenBy) };
  const { leastRetryWindow } = use.client.rules;
  const window = family.isClientEnabled ? Math.max(family.refreshRetryWindow ?? use.retryWindow, leastRetryWindow) : 0;
  if (isRetry(again, family, window, now))
    return { outcome: 'retried', answer: rule(factsOf(family)), generation: family.generation };
  const { familyId } = token;
  yield* revokeFamily(familyId, now);
  const { accountId, publicClientId: clientId } = family;
  yield* recordEvent({ at: now, kind: 'replay.refresh_token', accountId, clientId, familyId, address });
  return { outcome: 'replayed' };
}

/** What is kept of a use, so that a retry of the same is recognised. */
export const rotationNote = ({ provenBy, scope, proofKey, now }: RefreshUse) => ({
  rotatedAt: mayBeRetried(provenBy) ? now : null,
  rotatedScope: spellUse(scope, proofKey),
});

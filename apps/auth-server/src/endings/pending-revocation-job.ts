import type { BackgroundJob } from '../platform/database/batched-delete';
import { get } from '../platform/database/sql';
import type { Units } from '../platform/database/units';
import type { PendingRevocation } from './pending-revocation.entity';
import { RevocationInBatches } from './pending-revocations';

const SELECT_NEXT = `SELECT kind, subject, at, address FROM pending_revocations WHERE kind > ? OR kind = ? AND subject > ?
  ORDER BY kind, subject LIMIT 1`;
const BEGINNING = { kind: '', subject: '' };

/** Completes what requests left over. A revocation that fails runs again after all others. */
export function pendingRevocationJob(): BackgroundJob {
  let last: { kind: string; subject: string } = BEGINNING;
  let unfinished: RevocationInBatches | undefined;
  return {
    name: 'pending_revocations',
    async runBatch(units: Units, _now: number, most: number): Promise<boolean> {
      let revocation = unfinished;
      unfinished = undefined;
      if (revocation === undefined) {
        const { kind, subject } = last;
        const next = await units.read(() => get<PendingRevocation>(SELECT_NEXT, kind, kind, subject));
        last = next ?? BEGINNING;
        if (next === undefined) return false;
        revocation = new RevocationInBatches(next);
      }
      if (await revocation.runBatch(units, most)) unfinished = revocation;
      return true;
    },
  };
}

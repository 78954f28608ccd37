import type { BackgroundJob } from '../database/batched-delete';
import { get } from '../database/sql';
import type { Units } from '../database/units';
import type { LooseEnd } from './pending-revocation.entity';
import { LooseEndTying } from './pending-revocations';

const SELECT_NEXT = `SELECT kind, subject, at, address FROM loose_ends WHERE kind > ? OR kind = ? AND subject > ?
  ORDER BY kind, subject LIMIT 1`;
const BEGINNING = { kind: '', subject: '' };

/**
 * Ends what ends have left that was too much for their callers to wait for, or that failed: mostly there is none. One that
 * fails has its turn again when all the others had theirs.
 */
export function pendingRevocationJob(): BackgroundJob {
  let last: { kind: string; subject: string } = BEGINNING;
  let begun: LooseEndTying | undefined;
  return {
    name: 'loose_ends',
    async runBatch(units: Units, _now: number, most: number): Promise<boolean> {
      let tying = begun;
      begun = undefined;
      if (tying === undefined) {
        const { kind, subject } = last;
        const next = await units.read(() => get<LooseEnd>(SELECT_NEXT, kind, kind, subject));
        last = next ?? BEGINNING;
        if (next === undefined) return false;
        tying = new LooseEndTying(next);
      }
      if (await tying.tieSome(units, most)) begun = tying;
      return true;
    },
  };
}

import type { Chore } from '../database/removal';
import { get } from '../database/sql';
import type { Units } from '../database/units';
import type { LooseEnd } from './loose-end.entity';
import { LooseEndTying } from './loose-ends';

const SELECT_FIRST = 'SELECT kind, subject, at, address FROM loose_ends ORDER BY kind, subject LIMIT 1';

/** Ends what ends have left that was too much for their callers to wait for, or that failed: mostly there is none. */
export function looseEndChore(): Chore {
  let tying: LooseEndTying | undefined;
  return {
    name: 'loose_ends',
    async removeSome(units: Units, _now: number, most: number): Promise<boolean> {
      if (tying === undefined) {
        const first = await units.read(() => get<LooseEnd>(SELECT_FIRST));
        if (first === undefined) return false;
        tying = new LooseEndTying(first);
      }
      if (!(await tying.tieSome(units, most))) tying = undefined;
      return true;
    },
  };
}

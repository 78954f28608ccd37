import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, type Clock } from '../config/clock';
import { Units } from '../database/units';
import { type Counted, countersOf, reachedLimit } from './counter';
import { consume, readCounts } from './counting';
import type { LimitName } from './limit-table';
import { tooMany } from './too-many';

/** Counts calls outside of a unit of work. */
@Injectable()
export class Limits {
  constructor(
    private readonly units: Units,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** @throws OAuthError or Problem 429 with `Retry-After`. */
  async consume(limit: LimitName, call: Counted): Promise<void> {
    const now = this.clock.now();
    const counters = countersOf(limit, call);
    const reached = await this.units.write(() => consume(counters, now));
    if (reached !== null) throw tooMany(reached, now);
  }

  /** Does not count. @throws like {@link consume}. */
  async assertFree(limit: LimitName, call: Counted): Promise<void> {
    const now = this.clock.now();
    const counters = countersOf(limit, call);
    const reached = reachedLimit(await this.units.read(() => readCounts(counters, now)), now);
    if (reached !== null) throw tooMany(reached, now);
  }
}

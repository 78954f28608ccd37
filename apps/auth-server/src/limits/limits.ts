import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, type Clock } from '../config/clock';
import { Units } from '../database/units';
import { type Counted, countersOf, heldBy } from './counter';
import { look, take } from './counting';
import type { LimitName } from './limit-table';
import { tooMany } from './too-many';

/** Counts calls where nothing else is written in the same unit. */
@Injectable()
export class Limits {
  constructor(
    private readonly units: Units,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** Counts a call. @throws OAuthError or Problem 429 with `Retry-After` where there were too many. */
  async take(limit: LimitName, call: Counted): Promise<void> {
    const now = this.clock.now();
    const counters = countersOf(limit, call);
    const held = await this.units.write(() => take(counters, now));
    if (held !== null) throw tooMany(held, now);
  }

  /** The same without counting. */
  async assertFree(limit: LimitName, call: Counted): Promise<void> {
    const now = this.clock.now();
    const counters = countersOf(limit, call);
    const held = heldBy(await this.units.read(() => look(counters, now)), now);
    if (held !== null) throw tooMany(held, now);
  }
}

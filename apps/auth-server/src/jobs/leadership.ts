import { randomUUID } from 'node:crypto';
import type { Clock } from '../config/clock';
import type { Units } from '../database/units';

/** How long a lease holds, in milliseconds: longer than the leader takes to come back to it. */
const LEASE = 75_000;

/** How often a leader that is at work renews it. */
const RENEWAL = 20_000;

/** One that would hold twice as long was taken by a clock that went wrong. */
const TAKE = `INSERT INTO leases (name, holder, expires_at) VALUES (?, ?, ?)
  ON CONFLICT (name) DO UPDATE SET holder = excluded.holder, expires_at = excluded.expires_at
  WHERE leases.holder = excluded.holder OR leases.expires_at <= ? OR leases.expires_at > ?`;

/** Whether this process is the one of all that does something: by a row with a time, which needs no connection. */
export class Leadership {
  private readonly holder = randomUUID();
  private takenAt = 0;

  constructor(
    private readonly name: string,
    private readonly units: Units,
    private readonly clock: Clock,
  ) {}

  /** Takes the lease where it is free, and renews the own one. @returns whether it is ours. */
  async take(): Promise<boolean> {
    const now = this.clock.now();
    const taken = await this.units.run(TAKE, this.name, this.holder, now + LEASE, now, now + 2 * LEASE);
    this.takenAt = taken === 1 ? now : 0;
    return taken === 1;
  }

  /** Renews the lease where that is due. @returns whether it is still ours. */
  async keep(): Promise<boolean> {
    return Math.abs(this.clock.now() - this.takenAt) < RENEWAL || this.take();
  }
}

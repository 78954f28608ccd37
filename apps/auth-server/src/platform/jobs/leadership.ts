import { randomUUID } from 'node:crypto';
import type { Clock } from '../config/clock';
import type { Units } from '../database/units';

/** Milliseconds; longer than the minute between two runs. */
const LEASE = 75_000;

/** Milliseconds. */
const RENEWAL = 20_000;

/** Also overwrites a lease that expires too late, which a wrong clock wrote. */
const TAKE = `INSERT INTO leases (name, holder, expires_at) VALUES (?, ?, ?)
  ON CONFLICT (name) DO UPDATE SET holder = excluded.holder, expires_at = excluded.expires_at
  WHERE leases.holder = excluded.holder OR leases.expires_at <= ? OR leases.expires_at > ?`;

/** Elects by a row that expires: an advisory lock would need its own connection (ADR 14). */
export class Leadership {
  private readonly holder = randomUUID();
  private takenAt = 0;

  constructor(
    private readonly name: string,
    private readonly units: Units,
    private readonly clock: Clock,
  ) {}

  /** @returns whether this process holds the lease. */
  async take(): Promise<boolean> {
    const now = this.clock.now();
    const taken = await this.units.run(TAKE, this.name, this.holder, now + LEASE, now, now + 2 * LEASE);
    this.takenAt = taken === 1 ? now : 0;
    return taken === 1;
  }

  /** Renews the lease when due. @returns like {@link take}. */
  async keep(): Promise<boolean> {
    return Math.abs(this.clock.now() - this.takenAt) < RENEWAL || this.take();
  }
}

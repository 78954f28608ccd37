import { Inject, Injectable } from '@nestjs/common';
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { CLOCK, type Clock } from '../config/clock';
import { DatabaseUnavailableError } from '../database/database-error';
import { Units } from '../database/units';

/** Milliseconds for which a write shows that the database can be written. */
const LATELY = 10_000;

/** Milliseconds to wait for a write. Whoever asks for the readiness waits seconds at most. */
const PATIENCE = 2_000;

/** Milliseconds after which the jobs delete the row. */
const KEPT = 60_000;

/** `holder` is another each time: SQLite writes no page for a row that stays as it is. */
const WRITE = `INSERT INTO leases (name, holder, expires_at) VALUES ('readiness', ?, ?)
  ON CONFLICT (name) DO UPDATE SET holder = excluded.holder, expires_at = excluded.expires_at`;

/** Knows whether the database could be written in the last ten seconds, and writes a row of its own to find out. */
@Injectable()
export class WrittenLately {
  private writtenAt = -Infinity;
  private writing: Promise<number> | undefined;

  constructor(
    private readonly units: Units,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {
    units.onWritten = () => (this.writtenAt = clock.elapsed());
  }

  /** Concurrent calls share one write. @throws DatabaseUnavailableError if it fails, or takes too long */
  async assert(): Promise<void> {
    if (this.clock.elapsed() - this.writtenAt < LATELY) return;
    this.writing ??= this.write().finally(() => (this.writing = undefined));
    await Promise.race([this.writing, tooLong()]);
  }

  private write(): Promise<number> {
    return this.units.run(WRITE, randomUUID(), this.clock.now() + KEPT);
  }
}

async function tooLong(): Promise<never> {
  await sleep(PATIENCE, undefined, { ref: false });
  throw new DatabaseUnavailableError('a write takes too long');
}

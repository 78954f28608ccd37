import { Injectable } from '@nestjs/common';
import { Units } from '../../platform/database/units';

/** Milliseconds: most calls then write nothing. */
const GRAIN = 300_000;

const MOST_WAITING = 10_000;

/** Another process may have noted it meanwhile. */
const TOUCH = 'UPDATE sign_in_sessions SET last_used_at = ? WHERE id = ? AND last_used_at <= ? AND revoked_at IS NULL';

/** Notes when sessions were last used. No call waits for it. */
@Injectable()
export class SessionUses {
  /** When, by the id of the session. */
  private readonly waiting = new Map<string, number>();
  private isWriting = false;

  constructor(private readonly units: Units) {}

  /** @param lastUsedAt as stored. */
  note(sessionId: string, lastUsedAt: number, now: number): void {
    if (now - lastUsedAt < GRAIN || this.waiting.size >= MOST_WAITING) return;
    this.waiting.set(sessionId, now);
    if (!this.isWriting) void this.write();
  }

  /** One at a time: a database whose writes stall loses one connection to them. */
  private async write(): Promise<void> {
    this.isWriting = true;
    for (const [sessionId, at] of this.waiting) {
      // What fails stays due: the session's next call notes it.
      await this.units.run(TOUCH, at, sessionId, at - GRAIN).catch(() => undefined);
      this.waiting.delete(sessionId);
    }
    this.isWriting = false;
  }
}

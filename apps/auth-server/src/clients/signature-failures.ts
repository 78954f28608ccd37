import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, type Clock } from '../config/clock';
import { networkOf } from '../limits/caller-network';
import { LIMITS } from '../limits/limit-table';
import { Limits } from '../limits/limits';

/** How many networks are remembered. */
const MOST_REMEMBERED = 10_000;

/** A signature that a caller sends in a client's name, and the caller's address. */
export interface PresentedSignature {
  clientId: string;
  address: string;
}

/** Limits bad signatures (`signature_failures`): each costs the server a verification, and maybe a fetch of keys. */
@Injectable()
export class SignatureFailures {
  /** Networks with a failure at this process, and until when it counts. Callers from other networks cost no query. */
  private readonly failedUntil = new Map<string, number>();

  constructor(
    private readonly limits: Limits,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** Called before anything is fetched or verified. @throws OAuthError 429. */
  async assertFree({ clientId, address }: PresentedSignature): Promise<void> {
    const until = this.failedUntil.get(networkOf(address));
    if (until === undefined || this.clock.elapsed() >= until) return;
    await this.limits.assertFree('signature_failures', { subject: clientId, address });
  }

  async count({ clientId, address }: PresentedSignature): Promise<void> {
    if (this.failedUntil.size >= MOST_REMEMBERED) this.failedUntil.clear();
    this.failedUntil.set(networkOf(address), this.clock.elapsed() + LIMITS.signature_failures.window);
    await this.limits.take('signature_failures', { subject: clientId, address });
  }
}

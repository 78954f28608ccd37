import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, type Clock } from '../../../platform/config/clock';
import { networkOf } from '../../../platform/limits/caller-network';
import { LIMITS } from '../../../platform/limits/limit-table';
import { Limits } from '../../../platform/limits/limits';

const MOST_REMEMBERED = 10_000;

export interface PresentedSignature {
  clientId: string;
  address: string;
}

/** The limit `signature_failures`: each costs a verification, and perhaps a fetch of keys. */
@Injectable()
export class SignatureFailures {
  /** By network, the end of its window: callers from other networks cost no query. */
  private readonly failedUntil = new Map<string, number>();

  constructor(
    private readonly limits: Limits,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** Call before fetching or verifying. @throws OAuthError 429. */
  async assertFree({ clientId, address }: PresentedSignature): Promise<void> {
    const until = this.failedUntil.get(networkOf(address));
    if (until === undefined || this.clock.elapsed() >= until) return;
    await this.limits.assertFree('signature_failures', { subject: clientId, address });
  }

  async count({ clientId, address }: PresentedSignature): Promise<void> {
    if (this.failedUntil.size >= MOST_REMEMBERED) this.failedUntil.clear();
    this.failedUntil.set(networkOf(address), this.clock.elapsed() + LIMITS.signature_failures.window);
    await this.limits.consume('signature_failures', { subject: clientId, address });
  }
}

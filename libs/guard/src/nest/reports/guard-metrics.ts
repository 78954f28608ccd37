import type { OnModuleDestroy } from '@nestjs/common';

import type { BearerErrorCode } from '../../bearer/bearer-fault.ts';
import type { TrustedIssuer } from '../../verify/trusted-issuer.ts';
import type { VerifierObserver } from '../../verify/verifier-observer.ts';
import type { Counter, GuardMeter, Histogram, ObservableGauge, Observation } from './meter.ts';

/** Seconds: from a signature's check to a fetch of keys. */
const BUCKETS = [0.00005, 0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.01, 0.05, 0.25, 1, 5];

const ACCEPTED = { outcome: 'accepted' };
const HIT = { result: 'hit' };
const MISS = { result: 'miss' };

/** The guard's instruments: `consentry.guard.*`. */
export class GuardMetrics implements VerifierObserver, OnModuleDestroy {
  private readonly calls: Counter;
  private readonly lookUps: Counter;
  private readonly verification: Histogram;
  private readonly stale: ObservableGauge;
  private issuers: readonly TrustedIssuer[] = [];

  constructor(meter: GuardMeter) {
    this.calls = meter.createCounter('consentry.guard.calls', {
      description: 'Calls to guarded routes, by outcome and code of the refusal',
      unit: '{call}',
    });
    this.lookUps = meter.createCounter('consentry.guard.cache', {
      description: 'Look-ups of tokens among those verified before, by result',
      unit: '{token}',
    });
    this.verification = meter.createHistogram('consentry.guard.verification', {
      description: 'How long tokens took that were not in the cache',
      unit: 's',
      advice: { explicitBucketBoundaries: BUCKETS },
    });
    this.stale = meter.createObservableGauge('consentry.guard.revocations.stale', {
      description: '1 while the revocations of an issuer are not confirmed',
    });
    this.stale.addCallback(this.observe);
  }

  watch(issuers: readonly TrustedIssuer[]): void {
    this.issuers = issuers;
  }

  accepted(): void {
    this.calls.add(1, ACCEPTED);
  }

  refused(code: BearerErrorCode): void {
    this.calls.add(1, { outcome: 'refused', code });
  }

  lookedUp(found: boolean): void {
    this.lookUps.add(1, found ? HIT : MISS);
  }

  verified(milliseconds: number): void {
    this.verification.record(milliseconds / 1_000);
  }

  /** The meter may outlive the application. */
  onModuleDestroy(): void {
    this.stale.removeCallback(this.observe);
  }

  private readonly observe: Observation = (result) => {
    for (const { issuer, revocations } of this.issuers) {
      const isStale = revocations.health?.().state === 'stale';
      result.observe(isStale ? 1 : 0, { issuer });
    }
  };
}

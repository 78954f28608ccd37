import { Inject, Injectable } from '@nestjs/common';
import type { RegisteredClient } from '../../model/clients/registered-client';
import { CLOCK, type Clock } from '../../platform/config/clock';
import { SETTINGS, type Settings } from '../../platform/config/settings';
import { type ApprovedConsent, type ConsentDecider, ConsentRepository } from '../../model/consents/consent.repository';
import { DerivedKeys } from '../../model/keys/derived-keys';
import { IdTokenSigner } from '../../model/keys/signing/id-token-signer';
import { derivedToken, hashTimedToken } from '../../protocol/token/opaque-secret';
import { UsageCounters } from '../../model/usage/usage-counters';

/** Carries out an approval, of a decision or of `prompt=none`. */
@Injectable()
export class ConsentApprovalService {
  constructor(
    private readonly consents: ConsentRepository,
    private readonly idTokens: IdTokenSigner,
    private readonly keys: DerivedKeys,
    private readonly usage: UsageCounters,
    @Inject(SETTINGS) private readonly settings: Settings,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /**
   * @param sessionId of the consent session, which the code follows from.
   * @returns the code; `null` when another decision was first.
   */
  async approve(
    sessionId: string,
    consent: ApprovedConsent,
    client: RegisteredClient,
    scope: readonly string[],
    by: ConsentDecider,
  ): Promise<string | null> {
    // The exchange spends the code before it signs: where the key cannot be stored then, the code would be lost.
    if (scope.includes('openid')) await this.idTokens.prepare(client);
    const now = this.clock.now();
    const code = this.codeOf(sessionId, now);
    const expiresAt = now + Math.min(this.settings.ttl.code, client.rules.longestCode) * 1000;
    const taken = await this.consents.approve(consent, { hash: hashTimedToken(code), scope, expiresAt }, by, now);
    if (taken) this.usage.count(client, 'code');
    return taken ? code : null;
  }

  /** The code of an approval. @param decidedAt when it was approved, in epoch milliseconds. */
  codeOf(sessionId: string, decidedAt: number): string {
    return derivedToken(this.keys.code, sessionId, decidedAt);
  }
}

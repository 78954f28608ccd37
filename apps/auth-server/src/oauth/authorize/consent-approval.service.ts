import { Inject, Injectable } from '@nestjs/common';
import type { RegisteredClient } from '../../clients/registered-client';
import { CLOCK, type Clock } from '../../config/clock';
import { SETTINGS, type Settings } from '../../config/settings';
import { type ApprovedConsent, type ConsentDecider, ConsentRepository } from '../../consents/consent.repository';
import { IdTokenSigner } from '../../keys/id-token-signer';
import { hashTimedToken, timedToken } from '../../protocol/token/opaque-secret';

/** Carries out an approval, of a decision or of `prompt=none`. */
@Injectable()
export class ConsentApprovalService {
  constructor(
    private readonly consents: ConsentRepository,
    private readonly idTokens: IdTokenSigner,
    @Inject(SETTINGS) private readonly settings: Settings,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** @returns the code; `null` when another decision was first. */
  async approve(
    consent: ApprovedConsent,
    client: RegisteredClient,
    scope: readonly string[],
    by: ConsentDecider,
  ): Promise<string | null> {
    // The exchange spends the code before it signs: where the key cannot be stored then, the code would be lost.
    if (scope.includes('openid')) await this.idTokens.prepare(client);
    const now = this.clock.now();
    const code = timedToken(now);
    const expiresAt = now + this.settings.ttl.code * 1000;
    const taken = await this.consents.approve(consent, { hash: hashTimedToken(code), scope, expiresAt }, by, now);
    return taken ? code : null;
  }
}

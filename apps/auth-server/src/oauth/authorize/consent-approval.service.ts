import { Inject, Injectable } from '@nestjs/common';
import type { RegisteredClient } from '../../clients/registered-client';
import { CLOCK, type Clock } from '../../config/clock';
import { SETTINGS, type Settings } from '../../config/settings';
import { type ApprovedConsent, type ConsentDecider, ConsentRepository } from '../../consents/consent.repository';
import { IdTokenSigner } from '../../keys/id-token-signer';
import { hashTimedToken, timedToken } from '../../protocol/token/opaque-secret';

/** What an approval comes to, by whichever way it was given. */
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
    // Who is given the code spends it before its ID token is signed: it would be lost where the key cannot be stored.
    if (scope.includes('openid')) await this.idTokens.prepare(client);
    const now = this.clock.now();
    const code = timedToken(now);
    const expiresAt = now + this.settings.ttl.code * 1000;
    const taken = await this.consents.approve(consent, { hash: hashTimedToken(code), scope, expiresAt }, by, now);
    return taken ? code : null;
  }
}

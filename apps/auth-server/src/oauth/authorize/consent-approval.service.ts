import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, type Clock } from '../../config/clock';
import { SETTINGS, type Settings } from '../../config/settings';
import { ConsentRepository, type FoundConsent } from '../../consents/consent.repository';
import { hashTimedToken, timedToken } from '../../protocol/opaque-secret';

/** What an approval comes to, by whichever way it was given. */
@Injectable()
export class ConsentApprovalService {
  constructor(
    private readonly consents: ConsentRepository,
    @Inject(SETTINGS) private readonly settings: Settings,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** @returns the code; `null` when another decision was first. */
  async approve(consent: FoundConsent, scope: readonly string[], address: string): Promise<string | null> {
    const now = this.clock.now();
    const code = timedToken(now);
    const expiresAt = now + this.settings.ttl.code * 1000;
    const taken = await this.consents.approve(consent, { hash: hashTimedToken(code), scope, expiresAt }, now, address);
    return taken ? code : null;
  }
}

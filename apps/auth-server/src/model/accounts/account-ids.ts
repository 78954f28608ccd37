import { Inject, Injectable } from '@nestjs/common';
import { SETTINGS, type Settings } from '../../platform/config/settings';
import { StartError } from '../../platform/config/settings-error';
import { Units } from '../../platform/database/units';

const OTHER = 'SELECT id, subject FROM accounts WHERE issuer = ? AND id <> subject LIMIT 1';

/** What `SUBJECT=theirs` promises: the id of an issuer's account is its subject there. */
@Injectable()
export class AccountIds {
  constructor(
    private readonly units: Units,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  /** @throws StartError where an account has another id: tokens, grants and other programs know it by that. */
  async assertTheirs(): Promise<void> {
    const { subject, trustedIssuers } = this.settings;
    if (subject === 'own') return;
    const [{ issuer }] = trustedIssuers as [Settings['trustedIssuers'][number]];
    const other = await this.units.get<{ id: string; subject: string }>(OTHER, issuer);
    if (other !== undefined)
      throw new StartError(
        `SUBJECT is "theirs", but accounts of ${issuer} began with ids of their own, such as ${other.id}: leave it at "own" with this database`,
        { help: 'accounts-with-own-ids' },
      );
  }
}

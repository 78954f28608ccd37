import { Inject, Injectable } from '@nestjs/common';
import { SETTINGS, type Settings } from '../../platform/config/settings';
import { StartError } from '../../platform/config/settings-error';
import { otherIssuers } from '../../platform/config/sign-in-setting';
import { Units } from '../../platform/database/units';

const OTHER = 'SELECT id, subject FROM accounts WHERE issuer = ? AND id <> subject LIMIT 1';

/** Checks what `SUBJECT=theirs` promises: the id of every account of the trusted issuer is its `sub` there. */
@Injectable()
export class AccountIds {
  constructor(
    private readonly units: Units,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  /** @throws StartError if an account has another id: issued tokens, grants and services use that one. */
  async assertTheirs(): Promise<void> {
    if (this.settings.subject === 'own') return;
    const [issuer = ''] = otherIssuers(this.settings);
    const other = await this.units.get<{ id: string; subject: string }>(OTHER, issuer);
    if (other !== undefined)
      throw new StartError(
        `SUBJECT is "theirs", but this database has accounts of ${issuer} whose id is not their sub, such as ${other.id}: set SUBJECT=own, or start with a new database`,
        { help: 'accounts-with-own-ids' },
      );
  }
}

import { Inject, Injectable } from '@nestjs/common';
import type { Logger } from 'pino';
import { SETTINGS, type Settings } from '../../../platform/config/settings';
import { helpOn } from '../../../platform/config/help-page';
import { all } from '../../../platform/database/sql';
import { Units } from '../../../platform/database/units';
import { ClientRepository } from '../client.repository';

const MOST = 200;

const SELECT = `SELECT id FROM clients WHERE revoked_at IS NULL AND enabled = TRUE AND (security_profile IS NOT NULL OR ? = 1)
  ORDER BY id LIMIT ${MOST}`;

/** Warns at start of applications whose calls are refused until they meet their security profile. */
@Injectable()
export class ProfileWarning {
  constructor(
    private readonly units: Units,
    private readonly clients: ClientRepository,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  async warn(logger: Logger): Promise<void> {
    const isOfAll = this.settings.securityProfile === null ? 0 : 1;
    for (const { id } of await this.units.read(() => all<{ id: number }>(SELECT, isOfAll))) {
      const { clientId, misfits = [] } = (await this.clients.find(id)) ?? {};
      const problems = misfits.map(({ field, detail }) => `${field} ${detail}`);
      if (problems.length > 0)
        logger.warn(
          { clientId, problems, help: helpOn('profile-not-met') },
          'an application is refused until it meets its security profile',
        );
    }
  }
}

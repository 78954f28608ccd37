import { Inject, Injectable } from '@nestjs/common';
import type { Logger } from 'pino';
import { CLOCK, type Clock } from '../../platform/config/clock';
import { helpOn } from '../../platform/config/help-page';
import { SETTINGS, type Settings } from '../../platform/config/settings';
import { all } from '../../platform/database/sql';
import { Units } from '../../platform/database/units';
import { type Held, findLeftNames } from '../../protocol/request/left-names';

/** The newest rows of each table that are read: ids are ordered in time. */
const NEWEST = 20_000;

/** Different texts; an application may have any set of scopes. */
const MOST_TEXTS = 2_000;

/** Of each kind, in the line of the log. */
const MOST_NAMED = 50;

const newest = (table: string) => `(SELECT * FROM ${table} ORDER BY id DESC LIMIT ${NEWEST})`;

const SELECT = `SELECT kind, held, CAST(COUNT(*) AS integer) AS count FROM (
    SELECT 'grants' AS kind, scopes AS held FROM ${newest('grants')} g WHERE revoked_at IS NULL
    UNION ALL
    SELECT 'applications', COALESCE(scopes, '') || ' ' || COALESCE(own_scopes, '') FROM ${newest('clients')} c
      WHERE revoked_at IS NULL
    UNION ALL
    SELECT 'resources', resource FROM (
      SELECT DISTINCT f.grant_id, f.resource FROM ${newest('refresh_families')} f
        JOIN grants g ON g.id = f.grant_id AND g.epoch = f.grant_epoch AND g.revoked_at IS NULL
        WHERE f.revoked_at IS NULL AND f.expires_at > ?) living
  ) texts GROUP BY kind, held ORDER BY kind, held LIMIT ${MOST_TEXTS}`;

/** Warns at start of what left `RESOURCES_FILE` while it is in use. */
@Injectable()
export class LeftNamesWarning {
  constructor(
    private readonly units: Units,
    @Inject(SETTINGS) private readonly settings: Settings,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  async warn(logger: Logger): Promise<void> {
    const now = this.clock.now();
    const rows = await this.units.read(() => all<Held>(SELECT, now));
    const { scopes, resources } = findLeftNames(rows, this.settings.audiences);
    if (scopes.length + resources.length === 0) return;
    logger.warn(
      {
        scopes: scopes.slice(0, MOST_NAMED),
        resources: resources.slice(0, MOST_NAMED),
        help: helpOn('names-left-resources-file'),
      },
      'grants or applications have scopes or resources that RESOURCES_FILE does not name: no new token will have them',
    );
  }
}

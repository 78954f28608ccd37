import { Inject, Injectable } from '@nestjs/common';
import type { Logger } from 'pino';
import { CLOCK, type Clock } from '../../../platform/config/clock';
import { SETTINGS, type Settings } from '../../../platform/config/settings';
import { helpOn } from '../../../platform/config/help-page';
import { all } from '../../../platform/database/sql';
import { Units } from '../../../platform/database/units';
import { TOKEN_EXCHANGE } from '../../../protocol/client/grant-types';
import { findUnlisted } from '../../../protocol/client/listed-clients';
import { parseScope } from '../../../protocol/request/scope';

/** Milliseconds. */
const RECENT = 30 * 86_400_000;

const MOST = 200;

/** Only uses of secrets are recorded, not those of grant types and keys. */
const SELECT = `SELECT client_id AS "clientId", grant_types AS "grantTypes", own_scopes AS "ownScopes", scopes
  FROM clients c WHERE revoked_at IS NULL AND enabled = TRUE AND type = 'confidential'
    AND (grant_types LIKE '%client_credentials%' OR grant_types LIKE '%${TOKEN_EXCHANGE}%')
    AND (token_endpoint_auth_method = 'private_key_jwt' OR EXISTS (
      SELECT 1 FROM client_secrets s WHERE s.client_id = c.id AND s.revoked_at IS NULL AND s.last_used_at > ?))
  ORDER BY id LIMIT ${MOST}`;

interface Row {
  clientId: string;
  grantTypes: string;
  ownScopes: string | null;
  scopes: string | null;
}

const WARNING = `applications that may use client_credentials or token exchange, and used their secret in the last 30 days or have
 a key instead, are refused these grant types until RESOURCES_FILE lists them: add these members to its resources,
 with the applications that you trust with scopes without user consent; an empty list means none`;

/** Warns at start of applications whose grant types `RESOURCES_FILE` has no list for. */
@Injectable()
export class ListingWarning {
  constructor(
    private readonly units: Units,
    @Inject(SETTINGS) private readonly settings: Settings,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  async warn(logger: Logger): Promise<void> {
    const since = this.clock.now() - RECENT;
    const rows = await this.units.read(() => all<Row>(SELECT, since));
    const clients = rows.map(({ clientId, grantTypes, ownScopes, scopes }) => ({
      clientId,
      grantTypes: parseScope(grantTypes),
      ownScopes: parseScope(ownScopes ?? ''),
      scopes: scopes === null ? null : parseScope(scopes),
    }));
    const unlisted = findUnlisted(clients, this.settings.resources);
    if (unlisted.length > 0)
      logger.warn({ unlisted, help: helpOn('grant-type-not-listed') }, WARNING.replaceAll('\n', ''));
  }
}

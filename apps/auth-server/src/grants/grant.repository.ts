import { Inject, Injectable } from '@nestjs/common';
import type { ShownClient } from '../clients/client.view';
import { CLOCK, type Clock } from '../config/clock';
import { type Unit, all, get } from '../database/sql';
import { Units } from '../database/units';
import { revokeGrant } from './grant-revocation';
import type { PendingRevocation } from './pending-revocation.entity';
import { completeRevocations } from './pending-revocations';

const SELECT_ACTIVE = `SELECT g.id, g.scopes, g.created_at AS "createdAt", g.last_used_at AS "lastUsedAt",
    c.client_id AS "clientId", c.name, c.description, c.homepage_uri AS "homepageUri", c.logo_uri AS "logoUri"
  FROM grants g JOIN clients c ON c.id = g.client_id
  WHERE g.account_id = ? AND g.revoked_at IS NULL AND c.revoked_at IS NULL ORDER BY g.created_at, g.id`;
const SELECT_OWN = `SELECT 1 FROM grants g WHERE g.id = ? AND g.account_id = ? AND g.revoked_at IS NULL
  AND (SELECT c.revoked_at IS NULL FROM clients c WHERE c.id = g.client_id)`;
const SELECT_SCOPES = 'SELECT scopes FROM grants WHERE account_id = ? AND client_id = ? AND revoked_at IS NULL';

export interface ActiveGrant extends ShownClient {
  id: string;
  scopes: string;
  createdAt: number;
  lastUsedAt: number | null;
}

@Injectable()
export class GrantRepository {
  constructor(
    private readonly units: Units,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  listOf(accountId: string): Promise<ActiveGrant[]> {
    return this.units.read(() => all<ActiveGrant>(SELECT_ACTIVE, accountId));
  }

  /** @param clientId `null` for an unstored client. @returns none if there is no active grant. */
  async scopesOf(accountId: string, clientId: number | null): Promise<string[]> {
    if (clientId === null) return [];
    const row = await this.units.get<{ scopes: string }>(SELECT_SCOPES, accountId, clientId);
    return row?.scopes.split(' ') ?? [];
  }

  /** @returns `false` if the account has no such grant. */
  async end(id: string, accountId: string, address: string): Promise<boolean> {
    const at = this.clock.now();
    const pending = await this.units.write(function* (): Unit<PendingRevocation[]> {
      const own = yield* get(SELECT_OWN, id, accountId);
      return own === undefined ? [] : yield* revokeGrant(id, { at, address });
    });
    await completeRevocations(this.units, this.clock, pending);
    return pending.length > 0;
  }
}

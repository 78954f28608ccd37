import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, type Clock } from '../../platform/config/clock';
import type { SqlValue } from '../../platform/database/sql';
import { Units } from '../../platform/database/units';
import { LAST_USE_GRAIN } from './grant-use';

/** Between spaces, so that one name is not found within another. */
const SCOPES = (of: string) => `' ' || ${of}.scopes || ' '`;
const LACKS = (of: string) => `REPLACE(${SCOPES(of)}, ' ' || ? || ' ', '') = ${SCOPES(of)}`;
const SAME = 'delegations.grant_epoch = excluded.grant_epoch';

/**
 * Adds the scopes to those of the row, or begins it anew where the grant has begun anew. Writes and locks nothing within a
 * minute of the last exchange that gave these scopes, nor for a token that the grant's end or narrowing refuses by now.
 */
function upsert(scopes: number): string {
  const each = (text: string) => Array<string>(scopes).fill(text);
  return `INSERT INTO delegations (grant_id, client_id, resource, scopes, grant_epoch, created_at, last_used_at)
    SELECT g.id, c.id, ?, ?, g.epoch, ?, ?
    FROM refresh_families f JOIN grants g ON g.id = f.grant_id AND g.epoch = f.grant_epoch
      JOIN clients c ON c.client_id = ?
      LEFT JOIN delegations d ON d.grant_id = g.id AND d.client_id = c.id AND d.resource = ? AND d.grant_epoch = g.epoch
    WHERE f.id = ? AND g.reissues <= ?
      AND (d.grant_id IS NULL OR d.last_used_at <= ? OR ${each(LACKS('d')).join(' OR ')})
    ON CONFLICT (grant_id, client_id, resource) DO UPDATE SET
      scopes = CASE WHEN ${SAME} THEN delegations.scopes
        || ${each(`CASE WHEN ${LACKS('delegations')} THEN ' ' || ? ELSE '' END`).join(' || ')}
        ELSE excluded.scopes END,
      created_at = CASE WHEN ${SAME} THEN delegations.created_at ELSE excluded.created_at END,
      grant_epoch = excluded.grant_epoch, last_used_at = excluded.last_used_at`;
}

/** What the account reads of an exchange. */
export interface ExchangedAccess {
  /** The public `client_id` of the application that acts. */
  clientId: string;
  audience: string;
  scope: readonly string[];
  familyId: string;
  /** The grant's, as the subject token has it. */
  reissues: number;
}

@Injectable()
export class DelegationRepository {
  constructor(
    private readonly units: Units,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** Before the token is issued: no application acts unseen. */
  async record({ clientId, audience, scope, familyId, reissues }: ExchangedAccess): Promise<void> {
    const now = this.clock.now();
    const row: SqlValue[] = [audience, scope.join(' '), now, now];
    const found = [clientId, audience, familyId, reissues, now - LAST_USE_GRAIN, ...scope];
    const added = scope.flatMap((name) => [name, name]);
    await this.units.run(upsert(scope.length), ...row, ...found, ...added);
  }
}

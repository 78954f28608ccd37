import { Injectable } from '@nestjs/common';
import { type Sql, Units } from '../database/units';
import { recordEvent } from '../events/events';
import { giveGrant } from '../grants/grant-giving';
import type { RefreshTokenContent } from '../protocol/refresh-token';
import { parseScope } from '../protocol/scope';
import { endFamily } from './family-endings';

/** A family as it begins. */
export interface NewFamily {
  /** A time-ordered UUID. */
  id: string;
  grantId: string;
  scopeAsked: readonly string[];
  scopeGranted: readonly string[];
  resource: string;
  /** Epoch milliseconds. */
  expiresAt: number;
}

/** A family whose living token was just used. */
export interface RotatedFamily {
  accountId: string;
  scopeAsked: string[];
  scopeGranted: string[];
  resource: string;
}

export type Rotation<T> = { outcome: 'rotated'; answer: T } | { outcome: 'replayed' } | { outcome: 'refused' };

const STANDS = `SELECT 1 FROM clients c JOIN accounts a ON a.id = c.account_id
  WHERE c.id = ? AND c.enabled = 1 AND c.revoked_at IS NULL AND a.closed_at IS NULL`;
const INSERT = `INSERT INTO refresh_families
  (id, grant_id, scope_asked, scope_granted, resource, generation, created_at, expires_at) VALUES (?, ?, ?, ?, ?, 0, ?, ?)`;
const ROTATE = `UPDATE refresh_families SET generation = generation + 1, expires_at = ?
  WHERE id = ? AND generation = ? AND revoked_at IS NULL AND expires_at > ?
    AND EXISTS (SELECT 1 FROM grants g JOIN clients c ON c.id = g.client_id
      WHERE g.id = refresh_families.grant_id AND g.client_id = ? AND c.enabled = 1 AND c.revoked_at IS NULL)
  RETURNING grant_id AS grantId, scope_asked AS scopeAsked, scope_granted AS scopeGranted, resource`;
const TOUCH_GRANT = 'UPDATE grants SET last_used_at = ? WHERE id = ? RETURNING account_id AS accountId';
const SELECT_LIVING = `SELECT f.generation, g.account_id AS accountId, c.client_id AS clientId
  FROM refresh_families f JOIN grants g ON g.id = f.grant_id JOIN clients c ON c.id = g.client_id
  WHERE f.id = ? AND f.revoked_at IS NULL AND f.expires_at > ?`;

/** Begins a family inside the unit of what it begins with. */
export function beginFamily(sql: Sql, family: NewFamily, now: number): void {
  const { id, grantId, scopeAsked, scopeGranted, resource, expiresAt } = family;
  sql.run(INSERT, id, grantId, scopeAsked.join(' '), scopeGranted.join(' '), resource, now, expiresAt);
  sql.get(TOUCH_GRANT, now, grantId);
}

/** Whose tokens a developer asks for, to experiment with: the own account's. */
export interface Developer {
  accountId: string;
  client: { id: number; clientId: string };
}

@Injectable()
export class RefreshFamilyRepository {
  constructor(private readonly units: Units) {}

  /**
   * Begins a family for the developer's own account as consent and a code would.
   *
   * @returns `false` where the application or the account ended meanwhile.
   */
  beginForDeveloper(
    { accountId, client }: Developer,
    { id, scope, resource, expiresAt }: { id: string; scope: readonly string[]; resource: string; expiresAt: number },
    now: number,
    address: string,
  ): Promise<boolean> {
    return this.units.write((sql): boolean => {
      if (sql.get(STANDS, client.id) === undefined) return false;
      const { id: grantId } = giveGrant(sql, { accountId, clientId: client.id, scope }, now);
      beginFamily(sql, { id, grantId, scopeAsked: scope, scopeGranted: scope, resource, expiresAt }, now);
      const facts = { at: now, accountId, clientId: client.clientId, familyId: id, address, scopes: scope };
      recordEvent(sql, { ...facts, kind: 'test_token.issued' });
      return true;
    });
  }

  /**
   * Uses a refresh token: the database alone judges whether this use is the first. An older generation of a living
   * family is a replay, which ends the family (RFC 9700 §4.14.2); that stands whatever the caller is told.
   *
   * @param decide the rule on the row; what it throws undoes the use, so that a refused refresh spends nothing.
   */
  rotate<T>(
    token: RefreshTokenContent,
    times: { now: number; expiresAt: number },
    address: string,
    decide: (family: RotatedFamily) => T,
  ): Promise<Rotation<T>> {
    const { now, expiresAt } = times;
    return this.units.write((sql): Rotation<T> => {
      const row = sql.get<{ grantId: string; scopeAsked: string; scopeGranted: string; resource: string }>(
        ROTATE,
        expiresAt,
        token.familyId,
        token.generation,
        now,
        token.clientId,
      );
      if (row === undefined) return { outcome: this.lookAgain(sql, token, now, address) };
      const { accountId = '' } = sql.get<{ accountId: string }>(TOUCH_GRANT, now, row.grantId) ?? {};
      const [scopeAsked, scopeGranted] = [parseScope(row.scopeAsked), parseScope(row.scopeGranted)];
      return { outcome: 'rotated', answer: decide({ accountId, scopeAsked, scopeGranted, resource: row.resource }) };
    });
  }

  private lookAgain(sql: Sql, token: RefreshTokenContent, now: number, address: string): 'replayed' | 'refused' {
    const { familyId, generation } = token;
    const living = sql.get<{ generation: number; accountId: string; clientId: string }>(SELECT_LIVING, familyId, now);
    // A higher generation comes from a database that was restored: nobody's fault, and nobody's theft.
    if (living === undefined || generation >= living.generation) return 'refused';
    const { accountId, clientId } = living;
    endFamily(sql, familyId, now);
    recordEvent(sql, { at: now, kind: 'replay.refresh_token', accountId, clientId, familyId, address });
    return 'replayed';
  }
}

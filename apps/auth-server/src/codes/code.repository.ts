import { Injectable } from '@nestjs/common';
import { type Sql, Units } from '../database/units';
import { recordEvent } from '../events/events';
import type { GivenGrant } from '../grants/grant-giving';
import type { IssuedCode } from '../protocol/code-redemption';
import { parseScope } from '../protocol/scope';
import { endFamily } from '../tokens/family-endings';
import { beginFamily } from '../tokens/refresh-family.repository';

/** A code as it is issued. */
export interface NewCode {
  hash: string;
  grant: GivenGrant;
  redirectUri: string;
  scopeAsked: readonly string[];
  scopeGranted: readonly string[];
  resource: string;
  codeChallenge: string | null;
  expiresAt: number;
}

/** A code as it was found, with whom it is for. */
export interface FoundCode extends IssuedCode {
  hash: string;
  grantId: string;
  accountId: string;
  publicClientId: string;
  scopeAsked: string[];
  scopeGranted: string[];
  resource: string;
}

export type Redemption<T> = { outcome: 'redeemed'; answer: T } | { outcome: 'replayed' } | { outcome: 'refused' };

const INSERT = `INSERT INTO authorization_codes (hash, grant_id, grant_epoch, redirect_uri, scope_asked, scope_granted,
  resource, code_challenge, expires_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`;
const SELECT = `SELECT k.hash, k.grant_id AS grantId, g.account_id AS accountId, g.client_id AS clientId,
    c.client_id AS publicClientId, k.redirect_uri AS redirectUri, k.scope_asked AS scopeAsked,
    k.scope_granted AS scopeGranted, k.resource, k.code_challenge AS codeChallenge, k.expires_at AS expiresAt
  FROM authorization_codes k JOIN grants g ON g.id = k.grant_id JOIN clients c ON c.id = g.client_id
  WHERE k.hash = ?`;
const REDEEM = `UPDATE authorization_codes SET redeemed_at = ?
  WHERE hash = ? AND redeemed_at IS NULL AND expires_at > ?
    AND EXISTS (SELECT 1 FROM grants g JOIN clients c ON c.id = g.client_id
      WHERE g.id = authorization_codes.grant_id AND g.epoch = authorization_codes.grant_epoch
        AND g.revoked_at IS NULL AND c.enabled = 1 AND c.revoked_at IS NULL)`;
const NAME_FAMILY = 'UPDATE authorization_codes SET family_id = ? WHERE hash = ?';
const SELECT_FAMILY = 'SELECT family_id AS familyId FROM authorization_codes WHERE hash = ? AND expires_at > ?';

/** Issues a code inside the unit of the approval. */
export function insertCode(sql: Sql, code: NewCode): void {
  const { hash, grant, redirectUri, scopeAsked, scopeGranted, resource, codeChallenge, expiresAt } = code;
  const [asked, granted] = [scopeAsked.join(' '), scopeGranted.join(' ')];
  sql.run(INSERT, hash, grant.id, grant.epoch, redirectUri, asked, granted, resource, codeChallenge, expiresAt);
}

@Injectable()
export class CodeRepository {
  constructor(private readonly units: Units) {}

  async find(hash: string): Promise<FoundCode | null> {
    type Row = Omit<FoundCode, 'scopeAsked' | 'scopeGranted'> & { scopeAsked: string; scopeGranted: string };
    const row = await this.units.read((sql) => sql.get<Row>(SELECT, hash));
    if (row === undefined) return null;
    return { ...row, scopeAsked: parseScope(row.scopeAsked), scopeGranted: parseScope(row.scopeGranted) };
  }

  /**
   * Spends a code and begins its family. A second use by who could prove possession ends that family
   * (RFC 6749 §4.1.2). The database alone judges which use was the first, and whether access was removed meanwhile.
   *
   * @param decide the rule on a first use; what it throws undoes the use.
   */
  redeem<T>(
    code: FoundCode,
    family: { id: string; expiresAt: number },
    { now, address }: { now: number; address: string },
    decide: () => T,
  ): Promise<Redemption<T>> {
    return this.units.write((sql): Redemption<T> => {
      if (sql.run(REDEEM, now, code.hash, now) === 0) return { outcome: this.lookAgain(sql, code, now, address) };
      beginFamily(sql, { ...code, ...family }, now);
      sql.run(NAME_FAMILY, family.id, code.hash);
      return { outcome: 'redeemed', answer: decide() };
    });
  }

  private lookAgain(sql: Sql, code: FoundCode, now: number, address: string): 'replayed' | 'refused' {
    const { familyId = null } = sql.get<{ familyId: string | null }>(SELECT_FAMILY, code.hash, now) ?? {};
    if (familyId === null) return 'refused';
    const { accountId, publicClientId: clientId } = code;
    if (endFamily(sql, familyId, now))
      recordEvent(sql, { at: now, kind: 'replay.code', accountId, clientId, familyId, address });
    return 'replayed';
  }
}

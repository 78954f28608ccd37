import { Inject, Injectable } from '@nestjs/common';
import type { ShownClient } from '../clients/client.view';
import { CLOCK, type Clock } from '../../platform/config/clock';
import { SETTINGS, type Settings } from '../../platform/config/settings';
import { type Unit, all, get } from '../../platform/database/sql';
import { Units } from '../../platform/database/units';
import { type Actor, recordEvent } from '../../platform/events/events';
import { type Connection, connectionsOf, endConnection } from '../../endings/connection';
import type { ClientOrigin } from '../../protocol/client/client';
import { type EndedGrant, endedGrant } from '../../endings/ended-grant';
import { type Narrowing, narrowGrant } from '../../endings/grant-narrowing';
import { revokeGrant, revokeGrantsOf } from '../../endings/grant-revocation';
import type { PendingRevocation } from '../../endings/pending-revocation.entity';
import { parseScope } from '../../protocol/request/scope';
import { completeRevocations } from '../../endings/pending-revocations';

const SHOWN = `c.client_id AS "clientId", c.name, c.description, c.homepage_uri AS "homepageUri", c.logo_uri AS "logoUri",
    c.logo, c.policy_uri AS "policyUri", c.tos_uri AS "tosUri", c.contacts`;
const SELECT_ACTIVE = `SELECT g.id, g.scopes, g.created_at AS "createdAt", g.last_used_at AS "lastUsedAt",
    c.origin, ${SHOWN}
  FROM grants g JOIN clients c ON c.id = g.client_id
  WHERE g.account_id = ? AND g.revoked_at IS NULL AND c.revoked_at IS NULL ORDER BY g.created_at, g.id`;
const SELECT_URIS = `SELECT g.id AS "grantId", u.uri FROM grants g JOIN client_redirect_uris u ON u.client_id = g.client_id
  WHERE g.account_id = ? AND g.revoked_at IS NULL ORDER BY u.id`;
/** Rows of an earlier epoch are of a grant that ended. */
const SELECT_DELEGATIONS = `SELECT d.grant_id AS "grantId", d.resource, d.scopes, d.created_at AS "createdAt",
    d.last_used_at AS "lastUsedAt",
    ${SHOWN}
  FROM grants g JOIN delegations d ON d.grant_id = g.id AND d.grant_epoch = g.epoch JOIN clients c ON c.id = d.client_id
  WHERE g.account_id = ? AND g.revoked_at IS NULL AND c.revoked_at IS NULL ORDER BY d.created_at, d.resource, c.id`;
const SELECT_OWN = `SELECT 1 FROM grants g WHERE g.id = ? AND g.account_id = ? AND g.revoked_at IS NULL
  AND (SELECT c.revoked_at IS NULL FROM clients c WHERE c.id = g.client_id)`;
const SELECT_ACCESS = `SELECT scopes, test_scopes AS "testScopes", created_at AS since FROM grants
  WHERE account_id = ? AND client_id = ? AND revoked_at IS NULL`;

/** What an account consented to before. */
export interface GrantedAccess {
  scopes: readonly string[];
  /** Since when it has had access without a break, in epoch milliseconds; `null`: it has none. */
  since: number | null;
}

export const NO_ACCESS: GrantedAccess = { scopes: [], since: null };

/** A grant as a consent page takes it: without what only test tokens brought. @param row `null`: no grant. */
export function consentedAccess(row: { scopes: string; testScopes: string; since: number } | null): GrantedAccess {
  if (row === null) return NO_ACCESS;
  const forTest = parseScope(row.testScopes);
  const scopes = parseScope(row.scopes).filter((name) => !forTest.includes(name));
  return scopes.length === 0 ? NO_ACCESS : { scopes, since: row.since };
}

export interface ActiveGrant extends ShownClient {
  id: string;
  scopes: string;
  createdAt: number;
  lastUsedAt: number | null;
  origin: ClientOrigin;
  redirectUris: string[];
  /** Living ones, the newest first. */
  connections: Connection[];
  delegations: Delegated[];
}

/** An application that exchanged tokens of a grant; `clientId` and what follows it are its own. */
export interface Delegated extends ShownClient {
  grantId: string;
  resource: string;
  scopes: string;
  createdAt: number;
  lastUsedAt: number;
}

@Injectable()
export class GrantRepository {
  constructor(
    private readonly units: Units,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(SETTINGS) private readonly settings: Pick<Settings, 'ttl'>,
  ) {}

  listOf(accountId: string): Promise<ActiveGrant[]> {
    const now = this.clock.now();
    const refreshTtl = this.settings.ttl.refreshToken * 1000;
    return this.units.read(function* (): Unit<ActiveGrant[]> {
      const grants = yield* all<Omit<ActiveGrant, 'redirectUris' | 'connections' | 'delegations'>>(
        SELECT_ACTIVE,
        accountId,
      );
      const uris = yield* all<{ grantId: string; uri: string }>(SELECT_URIS, accountId);
      const delegated = yield* all<Delegated>(SELECT_DELEGATIONS, accountId);
      const connected = yield* connectionsOf(accountId, refreshTtl, now);
      return grants.map((grant) => ({
        ...grant,
        redirectUris: uris.filter(({ grantId }) => grantId === grant.id).map(({ uri }) => uri),
        connections: connected.filter(({ grantId }) => grantId === grant.id),
        delegations: delegated.filter(({ grantId }) => grantId === grant.id),
      }));
    });
  }

  /** @param clientId `null` for an unstored client. */
  async accessOf(accountId: string, clientId: number | null): Promise<GrantedAccess> {
    if (clientId === null) return NO_ACCESS;
    type Row = Parameters<typeof consentedAccess>[0];
    return consentedAccess((await this.units.get<NonNullable<Row>>(SELECT_ACCESS, accountId, clientId)) ?? null);
  }

  async isActive(accountId: string, clientId: number): Promise<boolean> {
    return (await this.units.get(SELECT_ACCESS, accountId, clientId)) !== undefined;
  }

  /** Leaves a grant only these of its scopes. */
  narrow(id: string, accountId: string, scopes: readonly string[], address: string): Promise<Narrowing> {
    const at = this.clock.now();
    return this.units.write(() => narrowGrant({ id, accountId, scopes }, { at, address }));
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

  /** Ends every grant of an account. */
  async endAll(accountId: string, by: Actor): Promise<void> {
    const at = this.clock.now();
    const pending = await this.units.write(function* (): Unit<PendingRevocation[]> {
      // The account reads these events: the address is another's.
      const ended = yield* revokeGrantsOf(accountId, { at, address: null });
      if (ended.length > 0) yield* recordEvent({ ...by, at, kind: 'grant.all_ended', accountId });
      return ended;
    });
    await completeRevocations(this.units, this.clock, pending);
  }

  /** What ended with a grant. @param after epoch milliseconds. @returns `null` if none of the account ended since. */
  findEnded(id: string, accountId: string, after: number): Promise<EndedGrant | null> {
    return this.units.read(() => endedGrant(id, accountId, after));
  }

  /** Ends one of a grant's connections. @returns `false` if the account has no such one. */
  endConnection(id: string, grantId: string, accountId: string, address: string): Promise<boolean> {
    const at = this.clock.now();
    return this.units.write(() => endConnection({ id, grantId, accountId }, { at, address }));
  }
}

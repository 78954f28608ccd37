import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, type Clock } from '../../platform/config/clock';
import { type Unit, all, announce, get, run } from '../../platform/database/sql';
import { Units } from '../../platform/database/units';
import { type Actor, recordEvent } from '../../platform/events/events';
import type { ClientOrigin, ClientType } from '../../protocol/client/client';
import { deleteClient } from '../../endings/client-revocation';
import { type ClientAsStored, readClient } from './client-rows';
import { switchClient } from '../../endings/published-clients';

/** A client that is not deleted. */
export interface ListedClient {
  id: number;
  clientId: string;
  name: string;
  type: ClientType;
  origin: ClientOrigin;
  accountId: string | null;
  /** Of the account that registered it. */
  email: string | null;
  /** The account of its initial access token. */
  vouchedBy: string | null;
  enabled: number | boolean;
  disabledByAdminAt: number | null;
  createdAt: number;
}

export interface FoundClient extends ListedClient {
  /** As it is registered. */
  stored: ClientAsStored;
  /** By a person, or by one of its secrets; `null`: not yet. */
  lastUsedAt: number | null;
}

/** Of client by origin, or of one account. */
export interface ClientFilter {
  origin?: ClientOrigin;
  accountId?: string;
}

const COLUMNS = `c.id, c.client_id AS "clientId", c.name, c.type, c.origin, c.account_id AS "accountId", a.email,
  c.vouched_by AS "vouchedBy", c.enabled, c.disabled_by_admin_at AS "disabledByAdminAt", c.created_at AS "createdAt"`;
const FROM = 'FROM clients c LEFT JOIN accounts a ON a.id = c.account_id WHERE c.revoked_at IS NULL';
const ONE = `SELECT ${COLUMNS} ${FROM} AND c.client_id = ?`;
/** Of the newest ones: an application may have the grants of a million accounts. */
const USE_OF_GRANTS = `SELECT MAX(bounded.last_used_at) AS at FROM (SELECT g.last_used_at FROM grants g
  WHERE g.client_id = ? AND g.revoked_at IS NULL ORDER BY g.id DESC LIMIT 1000) AS bounded`;
const SELECT_ID = 'SELECT id, disabled_by_admin_at AS since FROM clients WHERE client_id = ? AND revoked_at IS NULL';
const SET_DISABLED_BY_ADMIN = 'UPDATE clients SET disabled_by_admin_at = ? WHERE id = ?';

/** The clients of all, for administrators. */
@Injectable()
export class ClientDirectory {
  constructor(
    private readonly units: Units,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** The newest first. @param from the internal id of the first. */
  list({ origin, accountId }: ClientFilter, from: number | null, most: number): Promise<ListedClient[]> {
    const ofOrigin = origin === undefined ? '' : 'AND c.origin = ?';
    const ofAccount = accountId === undefined ? '' : 'AND c.account_id = ?';
    const text = `SELECT ${COLUMNS} ${FROM} ${ofOrigin} ${ofAccount} AND c.id <= ? ORDER BY c.id DESC LIMIT ?`;
    const given = [origin, accountId].filter((value) => value !== undefined);
    return this.units.read(() => all<ListedClient>(text, ...given, from ?? Number.MAX_SAFE_INTEGER, most));
  }

  find(clientId: string): Promise<FoundClient | undefined> {
    return this.units.read(function* (): Unit<FoundClient | undefined> {
      const [listed, stored] = [yield* get<ListedClient>(ONE, clientId), yield* readClient(clientId)];
      if (listed === undefined || stored === null) return undefined;
      const { at } = (yield* get<{ at: number | null }>(USE_OF_GRANTS, listed.id))!;
      const times = [at, ...stored.secrets.map(({ lastUsedAt }) => lastUsedAt)].filter((time) => time !== null);
      return { ...listed, stored, lastUsedAt: times.length === 0 ? null : Math.max(...times) };
    });
  }

  /** Its developer cannot enable a client that is disabled here. @returns `false` if there is no such client. */
  setEnabled(clientId: string, enabled: boolean, by: Actor): Promise<boolean> {
    const at = this.clock.now();
    return this.units.write(function* (): Unit<boolean> {
      const client = yield* get<{ id: number; since: number | null }>(SELECT_ID, clientId);
      if (client === undefined) return false;
      if ((client.since === null) === enabled) return true;
      yield* switchClient({ id: client.id, clientId }, enabled, at);
      yield* run(SET_DISABLED_BY_ADMIN, enabled ? null : at, client.id);
      yield* announce('clients');
      const kind = enabled ? 'application.enabled' : 'application.disabled';
      yield* recordEvent({
        ...by,
        at,
        kind,
        clientId,
        accountId: (yield* get<ListedClient>(ONE, clientId))?.accountId ?? null,
      });
      return true;
    });
  }

  /** @returns `false` if there is no such client. */
  async delete(clientId: string, by: Actor): Promise<boolean> {
    const { units, clock } = this;
    const client = await this.find(clientId);
    if (client === undefined) return false;
    await deleteClient({ units, clock }, client.id, by);
    return true;
  }
}

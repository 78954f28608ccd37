import { Injectable } from '@nestjs/common';
import { type Unit, get, run } from '../../platform/database/sql';
import { Units } from '../../platform/database/units';
import { recordEvent } from '../../platform/events/events';
import { type GivenGrant, giveGrant } from '../grants/grant-giving';
import { CLIENT_IS_ENABLED } from '../../endings/grant-parties';
import { grantUseByNewFamily } from '../grants/grant-use';
import { addressOf } from '../../platform/limits/caller-network';
import { type ReachedLimit, countersOf, reachedLimit } from '../../platform/limits/counter';
import { consume, readCounts } from '../../platform/limits/counting';
import { tooMany } from '../../platform/limits/too-many';
import type { Authentication } from '../../protocol/request/sign-in-requirements';
import { type Approved, type DeviceState, EARLY_POLL, POLL_INTERVAL } from '../../protocol/device/device-polling';
import { parseScope } from '../../protocol/request/scope';
import { scopeLeft } from '../../protocol/token/narrowed-scope';
import { APPROVAL_IS_VALID, SESSION_IS_ACTIVE } from '../../endings/active-session';
import { type BegunFamily, insertFamily } from '../tokens/refresh-family.repository';

export interface NewDevice {
  hash: string;
  userCodeHash: string;
  publicClientId: string;
  scope: readonly string[];
  resource: string;
  /** JSON (RFC 9396). */
  authorizationDetails: string | null;
  /** The caller's address. */
  address: string;
  /** Epoch milliseconds. */
  expiresAt: number;
}

export interface FoundDevice extends DeviceState {
  hash: string;
  /** Null until approved. */
  accountId: string | null;
  /** The client's internal id; null until approved. */
  clientId: number | null;
  scope: string[];
  scopeGranted: string[];
  resource: string;
  authorizationDetails: string | null;
  /** The device's; `null` for one stored by a release without this column. */
  network: string | null;
  sid: string | null;
  authTime: number | null;
  acr: string | null;
  /** The browser of the approval. */
  allowedWith: string | null;
}

export interface Decider {
  accountId: string;
  address: string;
}

export interface Approval {
  /** The client's internal id. */
  clientId: number;
  scope: readonly string[];
  /** `null` for a trusted issuer's token. */
  sid: string | null;
  authentication: Authentication | null;
  /** Its browser, "Firefox on Linux"; `null`: unknown. */
  allowedWith: string | null;
}

export interface DeviceDecision {
  /** What was granted; `null`: it was refused. */
  scope: string[] | null;
}

/** Another device code may have the same user code. */
const INSERT = `INSERT INTO device_codes (hash, user_code_hash, client_id, scope, resource, authorization_details,
    network, interval, next_poll_at, expires_at) VALUES (?, ?, ?, ?, ?, ?, ?, ${POLL_INTERVAL}, ?, ?)
  ON CONFLICT (user_code_hash) DO NOTHING`;
const SELECT_BY = (column: 'hash' | 'user_code_hash') => `SELECT d.hash, d.client_id AS "publicClientId",
    g.client_id AS "clientId", g.account_id AS "accountId", d.scope, d.scope_granted AS "scopeGranted",
    g.scopes AS "grantScopes", g.reissues, d.resource, d.authorization_details AS "authorizationDetails", d.network, d.sid, d.auth_time AS "authTime", d.acr,
    d.allowed_with AS "allowedWith",
    d.expires_at AS "expiresAt", d.decided_at AS "decidedAt", d.grant_id AS "grantId",
    d.grant_epoch AS "grantEpoch", d.redeemed_at AS "redeemedAt"
  FROM device_codes d LEFT JOIN grants g ON g.id = d.grant_id
  WHERE d.${column} = ?`;
const SELECT = SELECT_BY('hash');
const SELECT_BY_USER_CODE = SELECT_BY('user_code_hash');
/** Of an approval only where the account gave it, and the access lives. */
const SELECT_DECISION = `SELECT d.scope_granted AS "scopeGranted"
  FROM device_codes d LEFT JOIN grants g ON g.id = d.grant_id
  WHERE d.user_code_hash = ? AND d.decided_at > ?
    AND (d.grant_id IS NULL OR (g.account_id = ? AND g.epoch = d.grant_epoch AND g.revoked_at IS NULL))`;
const UNDECIDED = 'hash = ? AND decided_at IS NULL AND redeemed_at IS NULL AND expires_at > ?';
const POLL_IN_TIME = `UPDATE device_codes SET next_poll_at = CAST(? AS bigint) + 1000 * device_codes.interval
  WHERE ${UNDECIDED} AND next_poll_at <= ?`;
const POLL_TOO_EARLY = `UPDATE device_codes SET interval = device_codes.interval + ${POLL_INTERVAL},
    next_poll_at = CAST(? AS bigint) + 1000 * (device_codes.interval + ${POLL_INTERVAL})
  WHERE ${UNDECIDED} AND next_poll_at > ?`;
const DECIDE = `UPDATE device_codes SET decided_at = ? WHERE ${UNDECIDED}
  AND EXISTS (SELECT 1 FROM accounts a WHERE a.id = ? AND a.closed_at IS NULL AND a.disabled_at IS NULL)
  AND ${SESSION_IS_ACTIVE('CAST(? AS text)', '?')}`;
/** A refusal needs no row of the client: an unstored client has none (ADR 34). */
const DECIDE_TO_APPROVE = `${DECIDE} AND ${CLIENT_IS_ENABLED('?')}`;
const APPROVE = `UPDATE device_codes SET grant_id = ?, grant_epoch = ?, scope_granted = ?, sid = ?, auth_time = ?,
    acr = ?, allowed_with = ? WHERE hash = ?`;
const SPEND = `UPDATE device_codes SET redeemed_at = ? WHERE hash = ? AND redeemed_at IS NULL AND expires_at > ?
  AND ${APPROVAL_IS_VALID('device_codes', '?')}
  AND EXISTS (SELECT 1 FROM grants g JOIN clients c ON c.id = g.client_id JOIN accounts a ON a.id = g.account_id
    WHERE g.id = device_codes.grant_id AND g.epoch = device_codes.grant_epoch AND g.revoked_at IS NULL AND g.reissues = ?
      AND c.enabled AND c.revoked_at IS NULL AND a.closed_at IS NULL)`;

interface Row extends Omit<FoundDevice, 'scope' | 'scopeGranted'> {
  scope: string;
  scopeGranted: string | null;
  grantScopes: string | null;
}

@Injectable()
export class DeviceRepository {
  constructor(private readonly units: Units) {}

  /** @returns `false` if the user code is taken. */
  async open(device: NewDevice, now: number): Promise<boolean> {
    const { hash, userCodeHash, publicClientId, scope, resource, authorizationDetails, address, expiresAt } = device;
    const request = [scope.join(' '), resource, authorizationDetails, addressOf(address)];
    return (await this.units.run(INSERT, hash, userCodeHash, publicClientId, ...request, now, expiresAt)) === 1;
  }

  async find(hash: string): Promise<FoundDevice | null> {
    return toDevice(await this.units.get<Row>(SELECT, hash));
  }

  /**
   * An unknown code is a guess, and counts for the limit `user_code_guesses` (RFC 8628 §5.1).
   *
   * @throws OAuthError `slow_down` (429).
   */
  async findByUserCode(hash: string, { accountId, address }: Decider, now: number): Promise<FoundDevice | null> {
    const counters = countersOf('user_code_guesses', { subject: accountId, address });
    const { reached, row } = await this.units.write(function* (): Unit<{
      reached: ReachedLimit | null;
      row?: Row | undefined;
    }> {
      const reached = reachedLimit(yield* readCounts(counters, now), now);
      if (reached !== null) return { reached };
      const row = yield* get<Row>(SELECT_BY_USER_CODE, hash);
      return { row, reached: row === undefined ? yield* consume(counters, now) : null };
    });
    if (reached !== null) throw tooMany(reached, now);
    return toDevice(row);
  }

  /**
   * The account's approval, or anybody's refusal, as that keeps no account. @param after epoch milliseconds.
   *
   * @returns `null` if there was none since.
   */
  async findDecision(userCodeHash: string, accountId: string, after: number): Promise<DeviceDecision | null> {
    const row = await this.units.get<Pick<Row, 'scopeGranted'>>(SELECT_DECISION, userCodeHash, after, accountId);
    return row === undefined ? null : { scope: row.scopeGranted === null ? null : parseScope(row.scopeGranted) };
  }

  /** @returns `false` for a poll that came too early, which lengthens the interval. */
  async recordPoll(hash: string, now: number): Promise<boolean> {
    const due = now + EARLY_POLL * 1000;
    if ((await this.units.run(POLL_IN_TIME, now, hash, now, due)) === 1) return true;
    return (await this.units.run(POLL_TOO_EARLY, now, hash, now, due)) === 0;
  }

  /** @returns `null` where another decision was first. */
  approve(
    device: FoundDevice,
    approval: Approval,
    by: Decider,
    now: number,
  ): Promise<Pick<GivenGrant, 'isNews'> | null> {
    const { hash } = device;
    const { clientId, scope, sid, authentication, allowedWith } = approval;
    const { authTime = null, acr = null } = authentication ?? {};
    return this.units.write(function* (): Unit<GivenGrant | null> {
      if ((yield* run(DECIDE_TO_APPROVE, now, hash, now, by.accountId, sid, now, sid, clientId)) === 0) return null;
      const grant = yield* giveGrant({ accountId: by.accountId, clientId, scope, sessionId: sid }, now);
      yield* run(APPROVE, grant.id, grant.epoch, scope.join(' '), sid, authTime, acr, allowedWith, hash);
      yield* recordEvent({ ...factsOf(device, by, now), kind: 'consent.given', scopes: scope });
      return grant;
    });
  }

  /** @returns whether this decision is the first. */
  reject(device: FoundDevice, by: Decider, now: number): Promise<boolean> {
    return this.units.write(function* (): Unit<boolean> {
      if ((yield* run(DECIDE, now, device.hash, now, by.accountId, null, now, null)) === 0) return false;
      yield* recordEvent({ ...factsOf(device, by, now), kind: 'consent.refused' });
      return true;
    });
  }

  /**
   * Creates the code's family.
   *
   * @returns `false` if the code was spent, or its grant, session, client or account ended meanwhile, or the grant was
   *   narrowed.
   */
  redeem(device: Approved<FoundDevice>, family: BegunFamily, now: number): Promise<boolean> {
    const { hash, grantId, scope, scopeGranted, reissues } = device;
    return this.units.write(function* (): Unit<boolean> {
      if ((yield* run(SPEND, now, hash, now, now, reissues)) === 0) return false;
      yield* insertFamily({ ...device, grantId, scopeAsked: scope, scopeGranted }, family, now);
      yield* run(...grantUseByNewFamily(grantId, now));
      return true;
    });
  }
}

const factsOf = ({ publicClientId: clientId }: FoundDevice, by: Decider, at: number) => ({ ...by, at, clientId });

function toDevice(row: Row | undefined): FoundDevice | null {
  if (row === undefined) return null;
  const { grantScopes, ...device } = row;
  const scopeGranted = scopeLeft({ scopeGranted: row.scopeGranted ?? '', grantScopes: grantScopes ?? '' });
  // A code of which the account left nothing is over.
  const expiresAt = scopeGranted === null ? 0 : row.expiresAt;
  return { ...device, scope: parseScope(row.scope), scopeGranted: scopeGranted ?? [], expiresAt };
}

import { Injectable } from '@nestjs/common';
import { BatchedStatement } from '../database/batched-statement';
import { type Unit, get, run } from '../database/sql';
import { Units } from '../database/units';
import { recordEvent } from '../events/events';
import { giveGrant } from '../grants/grant-giving';
import { grantUse, isUseDue } from '../grants/grant-use';
import { assertProofKey } from '../protocol/token/dpop-proof';
import { type AuthorizationFacts, NO_FACTS } from '../protocol/request/authorization-facts';
import { isRetry, spellScope, spellUse } from '../protocol/token/refresh-rotation';
import type { RefreshTokenContent } from '../protocol/token/refresh-token';
import { parseScope } from '../protocol/request/scope';
import { revokeFamily } from './family-revocation';
import { type FamilyTimes, purgeDay } from './family-times';
import { PURGE_LATER, ROTATE, ROTATE_AT_ONCE, SELECT_LIVING, SELECT_USABLE } from './refresh-family.statements';

/** A family as it begins with a test token. */
export interface NewFamily extends FamilyTimes {
  /** A time-ordered UUID. */
  id: string;
  scope: readonly string[];
  resource: string;
}

/** What a family was authorized for. */
export interface FamilyAuthorization extends Omit<AuthorizationFacts, 'dpopJkt'> {
  grantId: string;
  /** The grant's, as it is now. */
  grantEpoch: number;
  scopeAsked: readonly string[];
  scopeGranted: readonly string[];
  resource: string;
}

/** A family as it begins inside the unit of what began it. */
export interface BegunFamily extends FamilyTimes {
  /** A time-ordered UUID. */
  id: string;
  /** Thumbprint of the key that its refresh tokens are bound to. */
  dpopJkt: string | null;
}

/** The parts of a family that never change. */
export interface FamilyFacts extends AuthorizationFacts {
  accountId: string;
  scopeAsked: string[];
  scopeGranted: string[];
  resource: string;
}

/** A refresh token as it is presented, by whom, and what for. */
export interface RefreshUse {
  token: RefreshTokenContent;
  /** The scope asked for now; `null` where the request does not say. */
  asked: readonly string[] | null;
  /** What the client may use now: `<resource> <scope>` each. */
  usable: () => readonly string[];
  /** Whether the client has proven who it is, where it can. */
  proven: boolean;
  /** Thumbprint of the key that a proof came with (RFC 9449). */
  proofKey: string | null;
  /** Whether it must be the family's, where that has one. */
  needsKey: boolean;
  now: number;
  address: string;
}

export type Rotation<T> =
  { outcome: 'rotated' | 'retried'; answer: T; generation: number } | { outcome: 'replayed' } | { outcome: 'refused' };

interface RotatedRow extends AuthorizationFacts {
  grantId: string;
  lastUsedAt: number | null;
  accountId: string;
  scopeAsked: string;
  scopeGranted: string;
  resource: string;
}

interface UsableRow extends RotatedRow {
  purgeDay: number;
}

interface LivingRow extends RotatedRow {
  generation: number;
  rotatedAt: number | null;
  rotatedScope: string | null;
  publicClientId: string;
  refreshRetryWindow: number;
}

const STANDS = `SELECT 1 FROM clients c JOIN accounts a ON a.id = c.account_id
  WHERE c.id = ? AND c.enabled AND c.revoked_at IS NULL AND a.closed_at IS NULL`;
const INSERT = `INSERT INTO refresh_families (id, grant_id, grant_epoch, scope_asked, scope_granted, resource, generation,
  sid, auth_time, acr, dpop_jkt, authorization_details, created_at, expires_at, access_expires_at, reap_day)
  VALUES (?, ?, ?, ?, ?, ?, 0, ?, ?, ?, ?, ?, ?, ?, ?, ?)`;

/** Whose tokens a developer asks for, to experiment with: the own account's. */
export interface Developer {
  accountId: string;
  client: { id: number; clientId: string };
}

@Injectable()
export class RefreshFamilyRepository {
  private readonly rotations = new BatchedStatement<RotatedRow>(this.units, ROTATE_AT_ONCE);

  constructor(private readonly units: Units) {}

  /**
   * Begins a family for the developer's own account as consent and a code would.
   *
   * @returns `false` where the application or the account ended meanwhile.
   */
  beginForDeveloper(
    { accountId, client }: Developer,
    family: NewFamily,
    now: number,
    address: string,
  ): Promise<boolean> {
    const { id, scope, resource } = family;
    return this.units.write(function* (): Unit<boolean> {
      if ((yield* get(STANDS, client.id)) === undefined) return false;
      const { id: grantId, epoch: grantEpoch } = yield* giveGrant({ accountId, clientId: client.id, scope }, now);
      const authorization = { ...NO_FACTS, grantId, grantEpoch, scopeAsked: scope, scopeGranted: scope, resource };
      yield* insertFamily(authorization, { ...family, dpopJkt: null }, now);
      yield* run(...grantUse(grantId, now));
      const facts = { at: now, accountId, clientId: client.clientId, familyId: id, address, scopes: scope };
      yield* recordEvent({ ...facts, kind: 'test_token.issued' });
      return true;
    });
  }

  /** What the living family of a refresh token was granted, which never changes; `null` where another one has followed. */
  async find({ familyId, clientId, generation }: RefreshTokenContent, now: number): Promise<FamilyFacts | null> {
    const row = await this.units.get<LivingRow>(SELECT_LIVING, familyId, now, clientId);
    return row?.generation === generation ? factsOf(row) : null;
  }

  /**
   * Uses a refresh token: the database alone judges whether this use is the first. An older generation of a living
   * family is a replay, which ends the family (RFC 9700 §4.14.2), unless it is the same use once more.
   *
   * @param decide the rule on what was granted; where it throws the refresh is refused and nothing is spent.
   * @throws OAuthError as `assertProofKey` does: who lacks the key neither spends a token nor ends a family.
   */
  async rotate<T>(use: RefreshUse, times: FamilyTimes, decide: (family: FamilyFacts) => T): Promise<Rotation<T>> {
    if (this.units.engine === 'sqlite') return this.units.write(() => rotating(use, times, decide));
    return (await this.rotateAtOnce(use, times, decide)) ?? this.units.write(() => lookingAgain(use, decide));
  }

  /** The scope rule stands in the statement's WHERE: what the database refused has spent nothing. */
  private async rotateAtOnce<T>(
    use: RefreshUse,
    times: FamilyTimes,
    decide: (family: FamilyFacts) => T,
  ): Promise<Rotation<T> | null> {
    const { token, now } = use;
    const row = await this.rotations.ask({
      family_id: token.familyId,
      generation: token.generation,
      now,
      client_id: token.clientId,
      expires_at: times.expiresAt,
      access_expires_at: times.accessExpiresAt,
      rotated_at: rotatedAt(use),
      rotated_scope: rotatedScope(use),
      reap_day: purgeDay(times),
      usable: use.usable().join('\n'),
      scope: spellScope(use.asked) ?? '',
      proof_key: use.proofKey,
      needs_key: use.needsKey ? 1 : 0,
    });
    if (row === undefined) return null;
    // The rotation is committed: an error here would tell its client to come again, and that would be a replay.
    if (isUseDue(row.lastUsedAt, now)) await this.units.run(...grantUse(row.grantId, now)).catch(() => undefined);
    return rotated(token, decide(factsOf(row)));
  }
}

/** Begins a family inside the unit of what began it. */
export function* insertFamily(authorization: FamilyAuthorization, family: BegunFamily, now: number): Unit<void> {
  const { grantId, grantEpoch, scopeAsked, scopeGranted, resource } = authorization;
  const { authTime, acr, authorizationDetails } = authorization;
  // Only what OpenID Connect began ends with the session (Back-Channel Logout §2.7).
  const sid = scopeAsked.includes('openid') ? authorization.sid : null;
  const { id, dpopJkt, expiresAt, accessExpiresAt } = family;
  const granted = [grantId, grantEpoch, scopeAsked.join(' '), scopeGranted.join(' '), resource];
  const facts = [sid, authTime, acr, dpopJkt, authorizationDetails];
  yield* run(INSERT, id, ...granted, ...facts, now, expiresAt, accessExpiresAt, purgeDay(family));
}

function* rotating<T>(use: RefreshUse, times: FamilyTimes, decide: (family: FamilyFacts) => T): Unit<Rotation<T>> {
  const { token, now } = use;
  const { familyId, generation } = token;
  const row = yield* get<UsableRow>(SELECT_USABLE, familyId, generation, now, token.clientId);
  if (row === undefined) return yield* lookingAgain(use, decide);
  assertFamilyKey(row, use);
  const answer = decide(factsOf(row));
  yield* run(ROTATE, times.expiresAt, times.accessExpiresAt, rotatedAt(use), rotatedScope(use), familyId, generation);
  const day = purgeDay(times);
  if (day !== row.purgeDay) yield* run(PURGE_LATER, day, familyId);
  if (isUseDue(row.lastUsedAt, now)) yield* run(...grantUse(row.grantId, now));
  return rotated(token, answer);
}

const rotated = <T>({ generation }: RefreshTokenContent, answer: T): Rotation<T> => ({
  outcome: 'rotated',
  answer,
  generation: generation + 1,
});

const assertFamilyKey = ({ dpopJkt }: AuthorizationFacts, { needsKey, proofKey }: RefreshUse) =>
  assertProofKey(needsKey ? dpopJkt : null, proofKey);

/** Why a token was not taken; a statement of its own, as it must see what came between. */
function* lookingAgain<T>(use: RefreshUse, decide: (family: FamilyFacts) => T): Unit<Rotation<T>> {
  const { token, now, address } = use;
  const { familyId, generation } = token;
  const row = yield* get<LivingRow>(SELECT_LIVING, familyId, now, token.clientId);
  // A higher generation comes from a database that was restored: nobody's fault, and nobody's theft.
  if (row === undefined || generation > row.generation) return { outcome: 'refused' };
  assertFamilyKey(row, use);
  if (generation === row.generation) return refusedOnPurpose(row, decide);
  const again = { generation, scope: spellUse(use.asked, use.proofKey), proven: use.proven };
  if (isRetry(again, row, row.refreshRetryWindow, now))
    return { outcome: 'retried', answer: decide(factsOf(row)), generation: row.generation };
  yield* revokeFamily(familyId, now);
  const { accountId, publicClientId: clientId } = row;
  yield* recordEvent({ at: now, kind: 'replay.refresh_token', accountId, clientId, familyId, address });
  return { outcome: 'replayed' };
}

/** A token that may be used and was not taken: the rule tells why, else the client may not use it now. */
function refusedOnPurpose<T>(row: LivingRow, decide: (family: FamilyFacts) => T): Rotation<T> {
  decide(factsOf(row));
  return { outcome: 'refused' };
}

/** A use by who knows the token alone may be a thief's: its client must not take it for its own lost one. */
const rotatedAt = ({ proven, now }: RefreshUse) => (proven ? now : null);
const rotatedScope = ({ asked, proofKey }: RefreshUse) => spellUse(asked, proofKey);

const factsOf = (row: RotatedRow): FamilyFacts => ({
  accountId: row.accountId,
  scopeAsked: parseScope(row.scopeAsked),
  scopeGranted: parseScope(row.scopeGranted),
  resource: row.resource,
  sid: row.sid,
  authTime: row.authTime,
  acr: row.acr,
  dpopJkt: row.dpopJkt,
  authorizationDetails: row.authorizationDetails,
});

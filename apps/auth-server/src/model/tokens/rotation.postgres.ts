import { BatchedStatement } from '../../platform/database/batched-statement';
import type { Units } from '../../platform/database/units';
import { PARTIES_ARE_VALID } from '../../endings/grant-parties';
import { grantUse, isUseDue } from '../grants/grant-use';
import { type Resource, allowedScopes } from '../../protocol/request/scope';
import { isKeyNeeded, spellScope } from '../../protocol/token/refresh-rotation';
import { type FamilyTimes, purgeDay } from '../../endings/family-times';
import { FACTS, type FactsRow, factsOf } from '../../endings/living-family';
import type { RefreshRotation, RefreshRule, RefreshUse, Rotation } from './rotation';
import { rotating, rotationNote } from './rotation.unit';

interface RotatedRow extends FactsRow {
  grantId: string;
  lastUsedAt: number | null;
}

/** The WHERE implies the rule of a refresh: the scope left is not empty, no more is requested, the key is the family's; claims hold. */
const ROTATE_WITH = (lock: string) => `WITH usable AS MATERIALIZED (
    SELECT requested.*, f.grant_id, f.account_id, f.reissues AS grant_reissues, f.last_used_at
    FROM json_to_recordset(CAST(? AS json)) AS requested(position integer, family_id text, generation bigint,
        now bigint, client_id bigint, expires_at bigint, access_expires_at bigint, rotated_at bigint,
        rotated_scope text, purge_day integer, allowed text, scope text, resource text, proof_key text,
        needs_key integer, reissues bigint)
      JOIN LATERAL (SELECT f.*, g.client_id, g.account_id, g.reissues, g.last_used_at
        FROM refresh_families f JOIN grants g ON g.id = f.grant_id AND g.epoch = f.grant_epoch
        WHERE f.id = requested.family_id AND f.generation = requested.generation AND f.revoked_at IS NULL
          AND f.expires_at > requested.now AND ${PARTIES_ARE_VALID('g')}
        FOR NO KEY UPDATE OF f ${lock}) f ON f.client_id = requested.client_id
    WHERE (f.scope_granted = '' OR EXISTS (SELECT 1 FROM unnest(string_to_array(f.scope_granted, ' ')) AS granted(name)
        WHERE f.resource || ' ' || granted.name = ANY (string_to_array(requested.allowed, chr(10)))))
      AND string_to_array(f.scope_asked, ' ') @> string_to_array(requested.scope, ' ')
      AND (requested.resource IS NULL OR f.resource = requested.resource)
      AND (requested.reissues IS NULL OR f.reissues = requested.reissues)
      AND (f.dpop_jkt IS NULL OR f.dpop_jkt = requested.proof_key OR requested.needs_key = 0)
  )
  UPDATE refresh_families f SET generation = f.generation + 1, expires_at = usable.expires_at,
    access_expires_at = GREATEST(f.access_expires_at, usable.access_expires_at), rotated_at = usable.rotated_at,
    rotated_scope = usable.rotated_scope, purge_day = GREATEST(f.purge_day, usable.purge_day)
  FROM usable WHERE f.id = usable.family_id AND f.generation = usable.generation
  RETURNING usable.position, f.grant_id AS "grantId", ${FACTS}, usable.grant_reissues AS reissues, usable.account_id AS "accountId",
    usable.last_used_at AS "lastUsedAt"`;

/**
 * One statement, in one round trip for all refreshes of a moment (ADR 21). Where it changes no row the unit of SQLite
 * decides, with a snapshot that shows what came between; likewise for authorization details, which SQL does not judge.
 */
export class PostgresRotation implements RefreshRotation {
  private readonly statement = new BatchedStatement<RotatedRow>(this.units, {
    together: ROTATE_WITH('SKIP LOCKED'),
    alone: ROTATE_WITH(''),
  });

  constructor(
    private readonly units: Units,
    private readonly audiences: readonly Resource[],
  ) {}

  async rotate<T>(use: RefreshUse, times: FamilyTimes, rule: RefreshRule<T>): Promise<Rotation<T>> {
    const row = use.authorizationDetails === undefined ? await this.rotateAtOnce(use, times) : undefined;
    if (row === undefined) return this.units.write(() => rotating(use, times, rule));
    const { token, now } = use;
    // The rotation is committed: after an error here the client would come again, and that would be a replay.
    if (isUseDue(row.lastUsedAt, now)) await this.units.run(...grantUse(row.grantId, now)).catch(() => undefined);
    return { outcome: 'rotated', answer: rule(factsOf(row)), generation: token.generation + 1 };
  }

  private rotateAtOnce(use: RefreshUse, times: FamilyTimes): Promise<RotatedRow | undefined> {
    const { token, now, proofKey, provenBy } = use;
    const { rotatedAt, rotatedScope } = rotationNote(use);
    const record = {
      family_id: token.familyId,
      generation: token.generation,
      now,
      client_id: token.clientId,
      expires_at: times.expiresAt,
      access_expires_at: times.accessExpiresAt,
      rotated_at: rotatedAt,
      rotated_scope: rotatedScope,
      purge_day: purgeDay(times),
      allowed: this.allowedTo(use).join('\n'),
      scope: spellScope(use.scope) ?? '',
      resource: use.resource ?? null,
      proof_key: proofKey,
      needs_key: isKeyNeeded(provenBy) ? 1 : 0,
      reissues: use.reissues ?? null,
    };
    return this.statement.call(record, use.isAbandoned);
  }

  /** What the request may be given at most: `<resource> <scope>` each. */
  private allowedTo({ scope, client: { scopes } }: RefreshUse): string[] {
    return this.audiences.flatMap(({ url }) =>
      allowedScopes(url, scopes, this.audiences)
        .filter((name) => scope === null || scope.includes(name))
        .map((name) => `${url} ${name}`),
    );
  }
}

import type { SqlValue } from '../../../apps/auth-server/src/platform/database/sql';

type Statement = [string, ...SqlValue[]];

const NUMBERS = (count: number) => `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${count})`;
const TIMES = { accessExpiresAt: 30_000 * 86_400_000, purgeDay: 31_000 };

/** The purge day of a revoked family. */
export const PURGE_DAY_OF_REVOKED = 30_001;

/** Inserts accounts with a grant each to one application; run in order. */
export const manyGrants = (count: number, clientId: number): Statement[] => [
  [`${NUMBERS(count)} INSERT INTO accounts (id, created_at) SELECT 'many-' || (i + 100000), 1 FROM n`],
  [
    `${NUMBERS(count)} INSERT INTO grants (id, account_id, client_id, scopes, epoch, created_at)
      SELECT 'many-' || (i + 100000), 'many-' || (i + 100000), CAST(? AS integer), 'notes:read', 0, 1 FROM n`,
    clientId,
  ],
];

const INSERT_FAMILIES = (count: number, grant: string) => `${NUMBERS(count)}
  INSERT INTO refresh_families (id, grant_id, scope_asked, scope_granted, resource, generation, created_at, expires_at,
    access_expires_at, purge_day)
  SELECT ${grant} || '-' || i, ${grant}, 'notes:read', 'notes:read', 'http://localhost:3001', 0, 1, 2,
    ${TIMES.accessExpiresAt}, ${TIMES.purgeDay} FROM n`;

/** Inserts a family for each of {@link manyGrants}. */
export const familyOfEach = (count: number): Statement => [INSERT_FAMILIES(count, `'many-' || (i + 100000)`)];

/** Inserts families of one grant. */
export const familiesOf = (grantId: string, count: number): Statement => [INSERT_FAMILIES(count, `'${grantId}'`)];

// Counts rows by the meaning of their columns, independently of the purge's queries.
const { get } = require('../../../apps/auth-server/dist/platform/database/sql.js');

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

const UNNAMED = `NOT EXISTS (SELECT 1 FROM refresh_families f WHERE f.grant_id = grants.id)`;

/** Per table: the condition for a living row, and for an overdue one. */
const TABLES = {
  consent_sessions: (now) => ({ alive: `expires_at > ${now}`, overdue: `expires_at <= ${now - HOUR}` }),
  sign_in_sessions: (now) => ({ alive: `expires_at > ${now}`, overdue: `expires_at <= ${now}` }),
  limit_counts: (now) => ({ alive: `expires_at > ${now}`, overdue: `expires_at <= ${now}` }),
  authorization_codes: (now) => ({ alive: `expires_at > ${now}`, overdue: `expires_at <= ${now}` }),
  refresh_families: (now) => ({
    alive: `revoked_at IS NULL AND expires_at > ${now} OR access_expires_at > ${now}`,
    // Purged by the day, an hour later.
    overdue: `(revoked_at IS NOT NULL OR expires_at <= ${now - DAY - HOUR}) AND access_expires_at <= ${now - DAY - HOUR}`,
  }),
  grants: (now) => ({ alive: 'revoked_at IS NULL', overdue: `revoked_at <= ${now - HOUR} AND ${UNNAMED}` }),
  accounts: () => ({ alive: 'TRUE', overdue: 'FALSE' }),
  events: () => ({ alive: 'TRUE', overdue: 'FALSE' }),
};

const SIZE = {
  sqlite: `SELECT page_count AS pages, freelist_count AS free, page_count * page_size AS bytes
    FROM pragma_page_count, pragma_page_size, pragma_freelist_count`,
  postgres: `SELECT pg_database_size(current_database()) / 8192 AS pages, 0 AS free,
    pg_database_size(current_database()) AS bytes`,
};

async function count(units, table, condition) {
  const row = await units.read(() => get(`SELECT COUNT(*) AS n FROM ${table} WHERE ${condition}`));
  return row.n;
}

/** Counts all, living and overdue rows per table, and the database's size. */
async function tally(units, now) {
  const tables = {};
  for (const [table, conditionsAt] of Object.entries(TABLES)) {
    const { alive, overdue } = conditionsAt(now);
    tables[table] = {
      rows: await count(units, table, 'TRUE'),
      alive: await count(units, table, alive),
      overdue: await count(units, table, overdue),
    };
  }
  return { tables, ...(await units.read(() => get(SIZE[units.engine]))) };
}

module.exports = { tally };

import type { DataSource } from 'typeorm';
import { SIZE } from '@consentry/test-support/run/sizes';
import { ENGINES } from '../../../test/engines';
import { FOUNDATION, T } from '../../../test/rows/foundation';
import { STANDARDS_ROWS } from '../../../test/rows/standards';
import { type Row, type StoredRows, alike, insertRows, readRows, silent } from '../../../test/stored-rows';
import { tablesOf } from '@consentry/test-support/server/stored-tables';

const DAY = 86_400_000;

/** Milliseconds; the longest token life stored by the first version. */
const LONGEST = 1_209_600_000;

interface Replay {
  migration: string;
  /** Rows of every table before the migration. */
  before: StoredRows;
  /** Values of new columns, for each row in order. */
  added: StoredRows;
  dropped: Record<string, string[]>;
  /** Tables whose rows the migration deletes. */
  emptied?: string[];
  /** Dropped tables; empty after the way back. */
  gone?: string[];
  /** Values that the way back cannot restore, for each row in order. */
  forgotten: StoredRows;
}

/** Until the last access token may have expired, plus an hour. */
const family = (expiresAt: number): Row => ({
  rotated_at: null,
  rotated_scope: null,
  access_expires_at: expiresAt + LONGEST,
  reap_day: Math.floor((expiresAt + LONGEST + 3_600_000) / DAY) + 1,
});

const key = (sequence: number, from: number, until: number): Row => ({
  sequence,
  signs_from: from,
  signs_until: until,
  compromised_at: null,
});

const PRODUCTION: Replay = {
  migration: 'Production1763700000000',
  before: FOUNDATION,
  added: {
    clients: [{ refresh_retry_window: 0 }, { refresh_retry_window: 0 }],
    refresh_families: [family(T + 90 * DAY), family(T + DAY)],
    signing_keys: [
      key(2, T, T + DAY),
      key(1, T - 9 * DAY, T - DAY),
      // The active key signed at the last refresh, whose token expires later.
      key(2, T, T + 90 * DAY),
      key(1, T - DAY, T),
    ],
    changes: [
      { topic: 'clients', version: 0 },
      { topic: 'keys', version: 0 },
    ],
    leases: [],
  },
  dropped: { signing_keys: ['retired_at'] },
  // The algorithm in use is lost: the newest key of each is active until the next start.
  forgotten: { signing_keys: [{ retired_at: null }] },
};

const unasked = silent('sid', 'auth_time', 'acr', 'dpop_jkt', 'authorization_details');

const client: Row = {
  origin: 'console',
  application_type: 'web',
  require_pkce: 0,
  require_pushed_authorization_requests: 0,
  require_signed_request_object: 0,
  dpop_bound_access_tokens: 0,
  backchannel_logout_session_required: 0,
  ...silent('grant_types', 'own_scopes', 'token_endpoint_auth_method', 'jwks', 'jwks_uri', 'contacts'),
  ...silent('id_token_signed_response_alg', 'post_logout_redirect_uris', 'backchannel_logout_uri', 'tos_uri'),
  ...silent('authorization_details_types', 'policy_uri', 'software_id', 'software_version'),
  ...silent('registration_token_hash', 'registered_from', 'metadata_expires_at'),
};

/** The migration inserts the rows of `changes` itself. */
const { changes, ...production } = expectedAfter(PRODUCTION);

const STANDARDS: Replay = {
  migration: 'Standards1763800000000',
  // In the order of their references.
  before: { ...FOUNDATION, ...production, leases: [{ name: 'chores', holder: 'one', expires_at: T }] },
  added: {
    changes: changes ?? [],
    clients: [client, client],
    consent_sessions: [1, 2].map(() => ({ ...silent('response_mode', 'nonce', 'pushed_request'), ...unasked })),
    authorization_codes: [1, 2].map(() => ({ nonce: null, ...unasked })),
    refresh_families: [unasked, unasked],
    signing_keys: [1, 2, 3, 4].map(() => ({ purpose: 'access_token' })),
    pushed_requests: [],
    device_codes: [],
    used_tokens: [],
    revoked_access_tokens: [],
    initial_access_tokens: [],
    logout_notices: [],
    sign_in_demands: [],
  },
  dropped: {},
  forgotten: {},
};

const { changes: told, ...standards } = expectedAfter(STANDARDS);

const UNBOUND_CODES: Replay = {
  migration: 'UnboundCodes1763900000000',
  before: {
    ...FOUNDATION,
    ...standards,
    ...STANDARDS_ROWS,
  },
  added: { changes: told ?? [] },
  dropped: {},
  forgotten: {},
};

const { changes: known, ...unbound } = expectedAfter(UNBOUND_CODES);

const LOOSE_ENDS: Replay = {
  migration: 'LooseEnds1764000000000',
  before: { ...FOUNDATION, ...unbound },
  // A grant that ended before has its present epoch.
  added: {
    changes: known ?? [],
    refresh_families: FOUNDATION['refresh_families']!.map((row) => ({
      grant_epoch: FOUNDATION['grants']!.find(({ id }) => id === row['grant_id'])!['epoch']!,
    })),
    loose_ends: [],
  },
  dropped: {},
  forgotten: {},
};

const PUSHED_SECRETS: Replay = {
  migration: 'PushedSecrets1764100000000',
  ...following(LOOSE_ENDS, {
    loose_ends: [{ kind: 'grant', subject: 'g1', at: T, address: null }],
    pushed_requests: STANDARDS_ROWS['pushed_requests']!.map((row) => ({
      ...row,
      parameters: '{"client_id":"c1","client_secret":"a secret"}',
    })),
  }),
  emptied: ['pushed_requests'],
};

const DEVELOPERS: Replay = {
  migration: 'Developers1764200000000',
  ...following(
    PUSHED_SECRETS,
    { pushed_requests: STANDARDS_ROWS['pushed_requests']! },
    // An account with an application keeps the role; a deleted application does not count.
    {
      accounts: FOUNDATION['accounts']!.map(({ id, created_at: at }) => ({
        developer_since: id === 'ada' ? at! : null,
      })),
    },
  ),
};

const STRANGERS: Replay = {
  migration: 'Strangers1764200000001',
  // Earlier versions stored neither a client's vouching account nor a device's network.
  ...following(
    DEVELOPERS,
    {},
    { clients: [{ vouched_by: null }, { vouched_by: null }], device_codes: [{ network: null }] },
  ),
};

const LIMITS: Replay = {
  migration: 'Limits1764300000000',
  ...following(STRANGERS, {}, { limit_counts: [] }),
  gone: ['sign_in_attempts'],
};

const BEFORE_UNAPPROVED = following(LIMITS, {
  limit_counts: [{ hash: 'a hash', name: 'sign_ups', slots: '[[5,1]]', last_at: 5, expires_at: T }],
});

/** The public id of the application that a row refers to. */
const named = (table: string) =>
  BEFORE_UNAPPROVED.before[table]!.map((row) => ({
    client_id: FOUNDATION['clients']!.find(({ id }) => id === row['client_id'])!['client_id']!,
  }));

const UNAPPROVED_CLIENTS: Replay = {
  migration: 'UnapprovedClients1764400000000',
  ...BEFORE_UNAPPROVED,
  added: {
    ...BEFORE_UNAPPROVED.added,
    consent_sessions: named('consent_sessions'),
    device_codes: named('device_codes'),
    pushed_requests: named('pushed_requests'),
  },
};

const FAIR_LOGOUTS: Replay = {
  migration: 'FairLogouts1764500000000',
  ...following(UNAPPROVED_CLIENTS),
};

const ACCESS_TOKEN_CUTOFF: Replay = {
  migration: 'AccessTokenCutoff1764600000000',
  ...following(FAIR_LOGOUTS, {}, { access_token_cutoffs: [] }),
};

const REVOCATIONS: Replay = {
  migration: 'Revocations1764700000000',
  ...following(
    ACCESS_TOKEN_CUTOFF,
    { access_token_cutoffs: [{ id: 1, issued_before: T }] },
    {
      grants: FOUNDATION['grants']!.map(() => ({ reissues: 0 })),
      revocations: [],
      revocation_logs: [{ id: 1, log: expect.any(String) as string, created_at: expect.any(Number) as number }],
    },
  ),
};

const REVOCATION_ROWS = [
  { version: 1, kind: 'family', subject: 'f1', client_id: null, below: null, at: T, expires_at: T },
];

const CLIENT_RULES: Replay = {
  migration: 'ClientRules1764800000000',
  ...following(
    REVOCATIONS,
    { revocations: REVOCATION_ROWS },
    {
      clients: FOUNDATION['clients']!.map(() => ({
        client_assertion_audience: 'issuer',
        require_auth_time: 0,
        ...silent('security_profile', 'token_endpoint_auth_signing_alg', 'request_object_signing_alg'),
        default_max_age: null,
      })),
    },
  ),
};

const ACCOUNT_CLAIMS: Replay = {
  migration: 'AccountClaims1764800000001',
  ...following(CLIENT_RULES, {}, { accounts: FOUNDATION['accounts']!.map(() => ({ claims: null })) }),
};

const DELEGATIONS: Replay = {
  migration: 'Delegations1764800000002',
  ...following(ACCOUNT_CLAIMS, {}, { delegations: [] }),
};

const PAGES: Replay = {
  migration: 'Pages1764900000000',
  ...following(
    DELEGATIONS,
    {
      delegations: [
        {
          ...{ grant_id: 'g1', client_id: 1, resource: 'https://n.example', scopes: 'notes:read', grant_epoch: 0 },
          ...{ created_at: T, last_used_at: T },
        },
      ],
    },
    {
      accounts: FOUNDATION['accounts']!.map(() => ({ email_verified_at: null })),
      sign_in_sessions: FOUNDATION['sign_in_sessions']!.map(() => ({ browser: null })),
      authorization_codes: [1, 2].map(() => ({ allowed_with: null })),
      refresh_families: [1, 2].map(() => ({ allowed_with: null })),
      device_codes: [{ allowed_with: null }],
      mailed_tokens: [],
      client_logos: [],
    },
  ),
};

const ADMINISTRATION: Replay = {
  migration: 'Administration1765000000000',
  ...following(
    PAGES,
    {
      mailed_tokens: [
        {
          hash: 'h1',
          purpose: 'reset',
          account_id: 'ada',
          email: 'a@x.example',
          created_at: T,
          expires_at: T,
          used_at: null,
        },
      ],
      client_logos: [
        { client_id: 1, uri: 'https://x.example', media_type: 'image/png', body: 'b', hash: 'h', fetched_at: T },
      ],
    },
    {
      accounts: FOUNDATION['accounts']!.map(() => silent('admin_since', 'disabled_at')),
      clients: FOUNDATION['clients']!.map(() => silent('disabled_by_admin_at')),
      events: FOUNDATION['events']!.map(() => silent('actor_id')),
      master_key_checks: FOUNDATION['master_key_checks']!.map(() => silent('since')),
    },
  ),
};

const USAGE: Replay = {
  migration: 'Usage1765100000000',
  ...following(ADMINISTRATION, {}, { usage_counts: [] }),
};

const SECRET_HINTS: Replay = {
  migration: 'SecretHints1765100000001',
  ...following(
    USAGE,
    { usage_counts: [{ id: 'u1', client_id: 1, hour: T, kind: 'code', calls: 2 }] },
    { client_secrets: FOUNDATION['client_secrets']!.map(() => silent('hint')) },
  ),
};

const BOUNDED_REVOCATIONS: Replay = {
  migration: 'BoundedRevocations1765200000000',
  ...following(
    SECRET_HINTS,
    {},
    {
      revocations: REVOCATION_ROWS.map(() => silent('holder', 'pair')),
      clients: FOUNDATION['clients']!.map(() => ({ reissues: 0 })),
    },
  ),
};

const WITHDRAWN_DOCUMENTS: Replay = {
  migration: 'WithdrawnDocuments1765200000002',
  ...following(BOUNDED_REVOCATIONS, {}, { clients: FOUNDATION['clients']!.map(() => silent('withdrawn_at')) }),
};

const KEPT_ELSEWHERE: Replay = { migration: 'KeptElsewhere1765300000000', ...following(WITHDRAWN_DOCUMENTS) };

const MET_DEMANDS: Replay = {
  migration: 'MetDemands1765300000001',
  ...following(
    KEPT_ELSEWHERE,
    {},
    { sign_in_demands: [silent('met_by')], consent_sessions: [1, 2].map(() => silent('sign_in_demand')) },
  ),
};

const GIVEN_IN: Replay = {
  migration: 'GivenIn1765300000002',
  ...following(MET_DEMANDS, {}, { grants: FOUNDATION['grants']!.map(() => silent('given_in')) }),
};

const RETRY_WINDOWS: Replay = {
  migration: 'RetryWindows1765300000003',
  ...following(GIVEN_IN, {}, { clients: FOUNDATION['clients']!.map(() => silent('refresh_retry_window')) }),
};

/** One for each migration after the first, in order; a new migration must be added here. */
const REPLAYS: Replay[] = [
  PRODUCTION,
  STANDARDS,
  UNBOUND_CODES,
  LOOSE_ENDS,
  PUSHED_SECRETS,
  DEVELOPERS,
  STRANGERS,
  LIMITS,
  UNAPPROVED_CLIENTS,
  FAIR_LOGOUTS,
  ACCESS_TOKEN_CUTOFF,
  REVOCATIONS,
  CLIENT_RULES,
  ACCOUNT_CLAIMS,
  DELEGATIONS,
  PAGES,
  ADMINISTRATION,
  USAGE,
  SECRET_HINTS,
  BOUNDED_REVOCATIONS,
  WITHDRAWN_DOCUMENTS,
  KEPT_ELSEWHERE,
  MET_DEMANDS,
  GIVEN_IN,
  RETRY_WINDOWS,
];

async function rowsOf(dataSource: DataSource): Promise<StoredRows> {
  const rows: StoredRows = {};
  for (const table of await tablesOf(dataSource)) rows[table] = await readRows(dataSource, table);
  return rows;
}

function withChanges(tables: StoredRows, changes: StoredRows): StoredRows {
  const changed: StoredRows = {};
  for (const [table, rows] of Object.entries(tables))
    changed[table] = rows.map((row, at) => ({ ...row, ...changes[table]?.[at] }));
  return changed;
}

/** All rows, without dropped and with added columns. */
function expectedAfter({ before, added, dropped, emptied = [], gone = [] }: Replay): StoredRows {
  const left: StoredRows = {};
  for (const [table, all] of Object.entries(before)) {
    if (gone.includes(table)) continue;
    const isLeft = ([name]: [string, unknown]) => !dropped[table]?.includes(name);
    const rows = emptied.includes(table) ? [] : all;
    left[table] = rows.map((row) => alike(Object.fromEntries<Row[string]>(Object.entries(row).filter(isLeft))));
  }
  return { ...added, ...withChanges(left, added) };
}

/** A migration after another, on its rows and further ones; it drops nothing. */
function following(previous: Replay, filled: StoredRows = {}, added: StoredRows = {}): Omit<Replay, 'migration'> {
  // The migrations insert these rows themselves.
  const { changes = [], revocation_logs = [], ...left } = expectedAfter(previous);
  const seeded = { changes, ...(revocation_logs.length > 0 && { revocation_logs }) };
  const before: StoredRows = {};
  // In the order of their references.
  for (const table of Object.keys({ ...FOUNDATION, ...left }))
    if (table in left) before[table] = filled[table] ?? left[table]!;
  return { before, added: { ...seeded, ...added }, dropped: {}, forgotten: {} };
}

describe.each(ENGINES)('rows on $engine', ({ connect }) => {
  it.each(REPLAYS.slice(-SIZE.migrations))('survive $migration, up and down', async (replay) => {
    const dataSource = await connect();
    const { migrations } = dataSource;
    const at = 1 + REPLAYS.indexOf(replay);
    expect(migrations[at]?.constructor.name).toBe(replay.migration);
    const migrateTo = (count: number) =>
      Object.assign(dataSource, { migrations: migrations.slice(0, count) }).runMigrations();

    await migrateTo(at);
    await insertRows(dataSource, replay.before);
    const before = await rowsOf(dataSource);
    // A table without rows would prove nothing.
    for (const [table, rows] of Object.entries(before)) expect([table, rows.length > 0]).toEqual([table, true]);

    await migrateTo(at + 1);
    expect(await rowsOf(dataSource)).toEqual(expectedAfter(replay));
    // Unlike `up`, `down` keeps SQLite's foreign keys on, and a rebuilt table is missing for a moment.
    await dataSource.createQueryRunner().beforeMigration();
    await dataSource.undoLastMigration();
    const lost = [...(replay.emptied ?? []), ...(replay.gone ?? [])];
    const emptied = Object.fromEntries(lost.map((table) => [table, []]));
    expect(await rowsOf(dataSource)).toEqual(withChanges({ ...before, ...emptied }, replay.forgotten));
    await dataSource.destroy();
  });

  it('are replayed for every migration after the first', async () => {
    const dataSource = await connect();
    expect(REPLAYS).toHaveLength(dataSource.migrations.length - 1);
    await dataSource.destroy();
  });
});

import { createSecretKey, randomUUID } from 'node:crypto';
import { systemClock } from '../src/platform/config/clock';
import type { Database } from '../src/platform/database/open-database';
import { openPostgres } from '../src/platform/database/postgres/postgres-data-source';
import { revokeGrant } from '../src/endings/grant-revocation';
import { completeRevocations } from '../src/endings/pending-revocations';
import { OAuthError } from '../src/protocol/oauth-error';
import { formatRefreshToken } from '../src/protocol/token/refresh-token';
import { narrowScope } from '../src/protocol/request/scope';
import { type RefreshUse } from '../src/model/tokens/rotation';
import { rotationOn } from '../src/model/tokens/rotation.engine';
import { freshFile, openFile } from './database';
import { account, client, family, grant } from './row-factory';
import { insertRows } from './stored-rows';
import { migratedDatabase, migratedFile } from '@consentry/test-support/server/migrated';
import { dropFreshDatabases } from '@consentry/test-support/postgres/databases';
import { rulesOf } from '../src/protocol/client/security-profile';

/** Two data sources on one database, like two processes. */
export const openTwice: Record<string, () => Promise<Database[]>> = {
  sqlite: async () => {
    const file = await migratedFile(freshFile());
    return [await openFile(file), await openFile(file)];
  },
  postgres: async () => {
    const url = await migratedDatabase();
    return [await openPostgres(url, 8), await openPostgres(url, 8)];
  },
};

/** Both, open for the tests of the block. */
export function givenTwice(engine: string): Database[] {
  const databases: Database[] = [];
  beforeAll(async () => databases.push(...(await openTwice[engine]!())));
  afterAll(async () => {
    for (const database of databases) await database.destroy();
    await dropFreshDatabases();
  });
  return databases;
}

/** The scopes of every family here. */
export const SCOPES = ['notes:read', 'notes:write'];

/** Its start in epoch milliseconds: the last hour of a day. */
export const BEGIN = 1_700_004_000_000;

const RESOURCE = 'http://localhost:3001';
const AUDIENCES = [{ url: RESOURCE, name: 'Notes', scopes: SCOPES.map((name) => ({ name, description: '' })) }];
const KEY = createSecretKey(Buffer.alloc(32, 1));
const ADDRESS = '127.0.0.1';
const DAY = 86_400_000;

const SELECT = `SELECT generation, revoked_at AS "revokedAt", purge_day AS "purgeDay",
    access_expires_at AS "accessExpiresAt" FROM refresh_families WHERE id = ?`;

/** A refresh token as it reaches a process. */
export interface Presentation {
  generation: number;
  asked: readonly string[] | null;
  proven: boolean;
  /** By that process' clock. */
  now: number;
  /** Index of the data source. */
  by: number;
}

/** The new refresh token and its origin, or the reason of a refusal. */
export type Told =
  { outcome: 'rotated' | 'retried'; generation: number; token: string } | { outcome: string; generation: null };

/** A family in a database, refreshed by the real repository. */
export class StoredFamily {
  private readonly id = randomUUID();
  private readonly grantId = randomUUID();
  private static lastClientId = 0;
  private readonly clientId = (StoredFamily.lastClientId += 1);

  private constructor(private readonly databases: readonly Database[]) {}

  /** @param window the application's retry window, in seconds. */
  static async begin(databases: readonly Database[], window: number): Promise<StoredFamily> {
    const stored = new StoredFamily(databases);
    const { id, grantId, clientId } = stored;
    const scope = SCOPES.join(' ');
    const given = { scope_asked: scope, scope_granted: scope, resource: RESOURCE };
    const times = { created_at: BEGIN, expires_at: BEGIN + 90 * DAY };
    await insertRows(databases[0]!, {
      accounts: [account(id)],
      clients: [client(clientId, { account_id: id, refresh_retry_window: window })],
      grants: [grant(grantId, { account_id: id, client_id: clientId, scopes: scope })],
      refresh_families: [family(id, { grant_id: grantId, ...given, ...times })],
    });
    return stored;
  }

  async present({ generation, asked, proven, now, by }: Presentation): Promise<Told> {
    const { id: familyId, clientId } = this;
    const rotation = rotationOn(this.databases[by]!.units, AUDIENCES);
    const use: RefreshUse = {
      token: { familyId, clientId, generation },
      client: { scopes: null, rules: rulesOf(null) },
      retryWindow: 0,
      provenBy: proven ? 'public' : 'token',
      scope: asked,
      resource: undefined,
      authorizationDetails: undefined,
      proofKey: null,
      now,
      address: ADDRESS,
      isAbandoned: () => false,
    };
    const times = { expiresAt: now + 90 * DAY, accessExpiresAt: now + 14 * DAY };
    try {
      const rotated = await rotation.rotate(use, times, ({ scopeAsked, scopeGranted }) =>
        narrowScope(asked, scopeAsked, scopeGranted, SCOPES),
      );
      if (!('generation' in rotated)) return { ...rotated, generation: null };
      const { outcome, generation: next } = rotated;
      return { outcome, generation: next, token: formatRefreshToken({ familyId, clientId, generation: next }, KEY) };
    } catch (error) {
      if (error instanceof OAuthError) return { outcome: error.code, generation: null };
      throw error;
    }
  }

  async row() {
    const [row] = await this.databases[1]!.units.returning<Record<string, number | string | null>>(SELECT, this.id);
    const { generation, revokedAt, purgeDay, accessExpiresAt } = row!;
    // PostgreSQL's driver returns bigint as text.
    return { generation, isEnded: revokedAt !== null, purgeDay, accessExpiresAt: Number(accessExpiresAt) };
  }

  async revokeGrant(): Promise<void> {
    const { units } = this.databases[0]!;
    const left = await units.write(() => revokeGrant(this.grantId, { at: BEGIN, address: ADDRESS }));
    await completeRevocations(units, systemClock, left);
  }
}

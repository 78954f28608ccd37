import { Injectable } from '@nestjs/common';
import { Changes } from '../database/changes';
import { type Unit, all, get } from '../database/sql';
import { Units } from '../database/units';
import type { ClientRules, ClientType } from '../protocol/client';
import { parseScope } from '../protocol/scope';

/** A live secret, as client authentication needs it. */
export interface LiveSecret {
  id: string;
  hash: string;
  lastUsedAt: number | null;
}

/** A registered application, as the OAuth endpoints know it. */
export interface RegisteredClient extends ClientRules {
  /** Internal. */
  id: number;
  clientId: string;
  accountId: string;
  name: string;
  description: string | null;
  homepageUri: string | null;
  logoUri: string | null;
  secrets: readonly LiveSecret[];
}

interface Row {
  id: number;
  clientId: string;
  accountId: string;
  name: string;
  type: ClientType;
  description: string | null;
  homepageUri: string | null;
  logoUri: string | null;
  scopes: string | null;
  enabled: number | boolean;
  requireClientAuthentication: number | boolean;
  loopbackAnyPort: number | boolean;
}

const SELECT = (
  column: 'client_id' | 'id',
) => `SELECT id, client_id AS "clientId", account_id AS "accountId", name, type,
    description, homepage_uri AS "homepageUri", logo_uri AS "logoUri", scopes, enabled,
    require_client_authentication AS "requireClientAuthentication", loopback_any_port AS "loopbackAnyPort"
  FROM clients WHERE ${column} = ? AND revoked_at IS NULL`;
const SELECT_BY = { clientId: SELECT('client_id'), id: SELECT('id') };
const SELECT_URIS = 'SELECT uri FROM client_redirect_uris WHERE client_id = ? ORDER BY id';
const SELECT_SECRETS = `SELECT id, hash, last_used_at AS "lastUsedAt" FROM client_secrets
  WHERE client_id = ? AND revoked_at IS NULL ORDER BY created_at, id`;
const TOUCH_SECRET = 'UPDATE client_secrets SET last_used_at = ? WHERE id = ?';

const NOBODY = -1;

/** A use is noted to the minute. */
const USE_GRAIN = 60_000;

/** How many clients are kept in memory. */
const KEPT = 10_000;

/** What names a client: its public `client_id`, or the internal id that refresh tokens carry. */
type Name = string | number;

/** Clients as the protocol reads them; kept in memory until any of them changes. */
@Injectable()
export class ClientRepository {
  private readonly kept = new Map<Name, RegisteredClient>();
  private version: number | undefined;

  constructor(
    private readonly units: Units,
    private readonly changes: Changes,
  ) {}

  async find(name: Name): Promise<RegisteredClient | null> {
    const version = await this.changes.versionOf('clients');
    if (version !== this.version || this.kept.size > KEPT) {
      this.kept.clear();
      this.version = version;
    }
    const known = this.kept.get(name);
    if (known !== undefined) return known;
    const client = await this.read(name);
    if (client !== null && version === this.version) this.kept.set(name, client);
    return client;
  }

  /**
   * What a rule says of a client. A sibling may have changed it this very instant: memory may say yes, but what it
   * refuses is looked up and judged once more.
   */
  async judge<T>(name: Name, rule: (client: RegisteredClient | null) => T): Promise<T> {
    const known = await this.find(name);
    try {
      return rule(known);
    } catch {
      return rule(await this.read(name));
    }
  }

  async noteUse(secret: LiveSecret, now: number): Promise<void> {
    if (secret.lastUsedAt !== null && now - secret.lastUsedAt < USE_GRAIN) return;
    const before = secret.lastUsedAt;
    secret.lastUsedAt = now;
    await this.units.run(TOUCH_SECRET, now, secret.id).catch((error: unknown) => {
      secret.lastUsedAt = before;
      throw error;
    });
  }

  private read(name: Name): Promise<RegisteredClient | null> {
    return this.units.read(() => readClient(name));
  }
}

function* readClient(name: Name): Unit<RegisteredClient | null> {
  const row =
    typeof name === 'number'
      ? yield* get<Row>(SELECT_BY.id, name)
      : yield* get<Row>(SELECT_BY.clientId, storable(name));
  // An unknown client costs the same look-ups as a known one: time must not tell which exist.
  const id = row?.id ?? NOBODY;
  const redirectUris = (yield* all<{ uri: string }>(SELECT_URIS, id)).map(({ uri }) => uri);
  const secrets = yield* all<LiveSecret>(SELECT_SECRETS, id);
  if (row === undefined) return null;
  return {
    ...row,
    scopes: row.scopes === null ? null : parseScope(row.scopes),
    enabled: Boolean(row.enabled),
    requireClientAuthentication: Boolean(row.requireClientAuthentication),
    loopbackAnyPort: Boolean(row.loopbackAnyPort),
    redirectUris,
    secrets,
  };
}

/** PostgreSQL refuses to look for what it cannot hold. */
const storable = (text: string) => (text.includes('\0') ? '' : text);

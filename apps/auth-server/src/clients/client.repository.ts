import { Injectable } from '@nestjs/common';
import { type Sql, Units } from '../database/units';
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
  enabled: number;
  requireClientAuthentication: number;
  loopbackAnyPort: number;
}

const SELECT = (column: 'client_id' | 'id') => `SELECT id, client_id AS clientId, account_id AS accountId, name, type,
    description, homepage_uri AS homepageUri, logo_uri AS logoUri, scopes, enabled,
    require_client_authentication AS requireClientAuthentication, loopback_any_port AS loopbackAnyPort
  FROM clients WHERE ${column} = ? AND revoked_at IS NULL`;
const SELECT_BY = { clientId: SELECT('client_id'), id: SELECT('id') };
const SELECT_URIS = 'SELECT uri FROM client_redirect_uris WHERE client_id = ? ORDER BY id';
const SELECT_SECRETS = `SELECT id, hash, last_used_at AS lastUsedAt FROM client_secrets
  WHERE client_id = ? AND revoked_at IS NULL ORDER BY created_at, id`;
const TOUCH_SECRET = 'UPDATE client_secrets SET last_used_at = ? WHERE id = ?';

const NOBODY = -1;

/** A use is noted to the minute. */
const USE_GRAIN = 60_000;

/** Clients as the protocol reads them. */
@Injectable()
export class ClientRepository {
  constructor(private readonly units: Units) {}

  /** By the public `client_id`. */
  find(clientId: string): Promise<RegisteredClient | null> {
    return this.units.read((sql) => read(sql, sql.get<Row>(SELECT_BY.clientId, clientId)));
  }

  /** By the internal id that a refresh token names. */
  findById(id: number): Promise<RegisteredClient | null> {
    return this.units.read((sql) => read(sql, sql.get<Row>(SELECT_BY.id, id)));
  }

  async noteUse({ id, lastUsedAt }: LiveSecret, now: number): Promise<void> {
    if (lastUsedAt !== null && now - lastUsedAt < USE_GRAIN) return;
    await this.units.write((sql) => sql.run(TOUCH_SECRET, now, id));
  }
}

function read(sql: Sql, row: Row | undefined): RegisteredClient | null {
  // An unknown client costs the same look-ups as a known one: time must not tell which exist.
  const id = row?.id ?? NOBODY;
  const redirectUris = sql.all<{ uri: string }>(SELECT_URIS, id).map(({ uri }) => uri);
  const secrets = sql.all<LiveSecret>(SELECT_SECRETS, id);
  if (row === undefined) return null;
  return {
    ...row,
    scopes: row.scopes === null ? null : parseScope(row.scopes),
    enabled: row.enabled === 1,
    requireClientAuthentication: row.requireClientAuthentication === 1,
    loopbackAnyPort: row.loopbackAnyPort === 1,
    redirectUris,
    secrets,
  };
}

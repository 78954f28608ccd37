import { Inject, Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { randomBytes } from 'node:crypto';
import { type FindOptionsWhere, IsNull, type Repository } from 'typeorm';
import { CLOCK, type Clock } from '../config/clock';
import { timeOrderedId } from '../database/time-ordered-id';
import { type SqlValue, type Unit, announce, get, run } from '../database/sql';
import { Units } from '../database/units';
import { recordEvent } from '../events/events';
import { notFound } from '../http/problem';
import { hashToken, newClientSecret } from '../protocol/opaque-secret';
import { endClients } from './client-endings';
import { Client } from './client.entity';

/** What a developer decides about an application. */
export type ApplicationFields = Pick<
  Client,
  | 'name'
  | 'description'
  | 'homepageUri'
  | 'logoUri'
  | 'scopes'
  | 'enabled'
  | 'requireClientAuthentication'
  | 'loopbackAnyPort'
  | 'refreshRetryWindow'
> & { redirectUris: readonly string[] };

export type NewApplication = ApplicationFields & Pick<Client, 'type' | 'accountId'>;

/** A secret that is shown once. */
export interface ShownSecret {
  id: string;
  createdAt: number;
  secret: string;
}

export const MOST_SECRETS = 5;

const REVOKE_SECRET = `UPDATE client_secrets SET revoked_at = ? WHERE id = ? AND client_id = ? AND revoked_at IS NULL
  AND (SELECT COUNT(*) FROM client_secrets WHERE client_id = ? AND revoked_at IS NULL) > 1`;
const ADD_SECRET = `INSERT INTO client_secrets (id, client_id, hash, created_at)
  SELECT ?, ?, ?, ? WHERE (SELECT COUNT(*) FROM client_secrets WHERE client_id = ? AND revoked_at IS NULL) < ${MOST_SECRETS}
    AND EXISTS (SELECT 1 FROM clients WHERE id = ? AND revoked_at IS NULL)`;

const INSERT_CLIENT = `INSERT INTO clients (client_id, account_id, name, type, description, homepage_uri, logo_uri, scopes,
    enabled, require_client_authentication, loopback_any_port, refresh_retry_window, created_at)
  SELECT ?, id, ?, ?, ?, ?, ?, ?, CAST(? AS boolean), CAST(? AS boolean), CAST(? AS boolean), ?, ?
  FROM accounts WHERE id = ? AND closed_at IS NULL RETURNING id`;
const INSERT_SECRET = 'INSERT INTO client_secrets (id, client_id, hash, created_at) VALUES (?, ?, ?, ?)';
const DELETE_URIS = 'DELETE FROM client_redirect_uris WHERE client_id = ?';
const INSERT_URI = 'INSERT INTO client_redirect_uris (client_id, uri) VALUES (?, ?)';

/** How each field is kept. */
const SET: { [Field in keyof Omit<ApplicationFields, 'redirectUris'>]: string } = {
  name: 'name',
  description: 'description',
  homepageUri: 'homepage_uri',
  logoUri: 'logo_uri',
  scopes: 'scopes',
  enabled: 'enabled',
  requireClientAuthentication: 'require_client_authentication',
  loopbackAnyPort: 'loopback_any_port',
  refreshRetryWindow: 'refresh_retry_window',
};

/** Only what changes is written: another change of another field at the same moment stands. */
function* changeFields(id: number, fields: Partial<Omit<ApplicationFields, 'redirectUris'>>): Unit<void> {
  for (const [field, value] of Object.entries(fields)) {
    const column = SET[field as keyof typeof SET];
    yield* run(`UPDATE clients SET ${column} = ? WHERE id = ?`, toColumn(value), id);
  }
}

function toColumn(value: string | number | boolean | readonly string[] | null): string | number | null {
  if (typeof value === 'boolean') return Number(value);
  return typeof value === 'object' && value !== null ? value.join(' ') : value;
}

function rowOf(application: NewApplication, clientId: string, now: number): SqlValue[] {
  const { name, type, description, homepageUri, logoUri, scopes, refreshRetryWindow, accountId } = application;
  const { enabled, requireClientAuthentication, loopbackAnyPort } = application;
  const flags = [enabled, requireClientAuthentication, loopbackAnyPort].map(Number);
  const texts = [name, type, description, homepageUri, logoUri, toColumn(scopes)];
  return [clientId, ...texts, ...flags, refreshRetryWindow, now, accountId];
}

function* replaceRedirectUris(id: number, uris: readonly string[]): Unit<void> {
  yield* run(DELETE_URIS, id);
  for (const uri of uris) yield* run(INSERT_URI, id, uri);
}

type OwnedClient = Pick<Client, 'id' | 'clientId' | 'accountId'>;

/** Applications as the developer console sees them. */
@Injectable()
export class ApplicationRepository {
  constructor(
    @InjectRepository(Client) private readonly clients: Repository<Client>,
    private readonly units: Units,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  listOf(accountId: string): Promise<Client[]> {
    return this.findWith({ accountId });
  }

  /** @throws Problem 404, for another account's application too. */
  async get(clientId: string, accountId: string): Promise<Client> {
    const [client] = await this.findWith({ clientId, accountId });
    if (client === undefined) throw notFound();
    return client;
  }

  /**
   * @returns the application's `client_id` and, unless it is public, its first secret; `null` where the account was
   *   closed meanwhile.
   */
  create(application: NewApplication, address: string): Promise<{ clientId: string; secret: string | null } | null> {
    const { accountId, type, redirectUris } = application;
    const now = this.clock.now();
    const clientId = randomBytes(16).toString('hex');
    const secret = type === 'public' ? null : newClientSecret();
    return this.units.write(function* (): Unit<{ clientId: string; secret: string | null } | null> {
      const made = yield* get<{ id: number }>(INSERT_CLIENT, ...rowOf(application, clientId, now));
      if (made === undefined) return null;
      for (const uri of redirectUris) yield* run(INSERT_URI, made.id, uri);
      if (secret !== null) yield* run(INSERT_SECRET, timeOrderedId(now), made.id, hashToken(secret), now);
      yield* recordEvent({ at: now, kind: 'application.created', accountId, clientId, address });
      return { clientId, secret };
    });
  }

  update({ id, clientId, accountId }: OwnedClient, change: Partial<ApplicationFields>, address: string): Promise<void> {
    const at = this.clock.now();
    const { redirectUris, ...fields } = change;
    return this.units.write(function* (): Unit<void> {
      yield* changeFields(id, fields);
      if (redirectUris !== undefined) yield* replaceRedirectUris(id, redirectUris);
      yield* announce('clients');
      yield* recordEvent({ at, kind: 'application.changed', accountId, clientId, address });
    });
  }

  delete(client: Client, address: string): Promise<void> {
    const at = this.clock.now();
    return this.units.write(() => endClients('client', client.id, { at, address }));
  }

  /** @returns `null` when the application has as many secrets as it may. */
  addSecret({ id, clientId, accountId }: Client, address: string): Promise<ShownSecret | null> {
    const now = this.clock.now();
    const shown = { id: timeOrderedId(now), createdAt: now, secret: newClientSecret() };
    const hash = hashToken(shown.secret);
    return this.units.write(function* (): Unit<ShownSecret | null> {
      if ((yield* run(ADD_SECRET, shown.id, id, hash, now, id, id)) === 0) return null;
      yield* announce('clients');
      yield* recordEvent({ at: now, kind: 'secret.created', accountId, clientId, address });
      return shown;
    });
  }

  /** @returns `false` when it is the last one. */
  deleteSecret({ id, clientId, accountId }: Client, secretId: string, address: string): Promise<boolean> {
    const now = this.clock.now();
    return this.units.write(function* (): Unit<boolean> {
      if ((yield* run(REVOKE_SECRET, now, secretId, id, id)) === 0) return false;
      yield* announce('clients');
      yield* recordEvent({ at: now, kind: 'secret.deleted', accountId, clientId, address });
      return true;
    });
  }

  private findWith(where: FindOptionsWhere<Client>): Promise<Client[]> {
    return this.clients
      .createQueryBuilder('client')
      .leftJoinAndSelect('client.redirectUris', 'uri')
      .leftJoinAndSelect('client.secrets', 'secret', 'secret.revokedAt IS NULL')
      .where({ ...where, revokedAt: IsNull() })
      .orderBy({ 'client.createdAt': 'ASC', 'client.id': 'ASC', 'uri.id': 'ASC', 'secret.createdAt': 'ASC' })
      .getMany();
  }
}

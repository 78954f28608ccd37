import { Inject, Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { randomBytes } from 'node:crypto';
import { type EntityManager, type FindOptionsWhere, IsNull, type Repository } from 'typeorm';
import { CLOCK, type Clock } from '../config/clock';
import { timeOrderedId } from '../database/time-ordered-id';
import { type Sql, Units } from '../database/units';
import { insertEvent, recordEvent } from '../events/events';
import { endGrants } from '../grants/grant-endings';
import { notFound } from '../http/problem';
import { hashToken, newClientSecret } from '../protocol/opaque-secret';
import { Client } from './client.entity';
import { ClientRedirectUri } from './client-redirect-uri.entity';
import { ClientSecret } from './client-secret.entity';

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
> & { redirectUris: readonly string[] };

export type NewApplication = ApplicationFields & Pick<Client, 'type' | 'accountId'>;

/** A secret that is shown once. */
export interface ShownSecret {
  id: string;
  createdAt: number;
  secret: string;
}

export const MOST_SECRETS = 5;

const REVOKE_CLIENT = 'UPDATE clients SET revoked_at = ?, enabled = 0 WHERE id = ? AND revoked_at IS NULL';
const REVOKE_SECRETS = 'UPDATE client_secrets SET revoked_at = ? WHERE client_id = ? AND revoked_at IS NULL';
const REVOKE_SECRET = `UPDATE client_secrets SET revoked_at = ? WHERE id = ? AND client_id = ? AND revoked_at IS NULL
  AND (SELECT COUNT(*) FROM client_secrets WHERE client_id = ? AND revoked_at IS NULL) > 1`;
const ADD_SECRET = `INSERT INTO client_secrets (id, client_id, hash, created_at)
  SELECT ?, ?, ?, ? WHERE (SELECT COUNT(*) FROM client_secrets WHERE client_id = ? AND revoked_at IS NULL) < ${MOST_SECRETS}
    AND EXISTS (SELECT 1 FROM clients WHERE id = ? AND revoked_at IS NULL)`;
const SELECT_OF_ACCOUNT = 'SELECT id, client_id AS clientId FROM clients WHERE account_id = ? AND revoked_at IS NULL';

/** Deletes an application inside a unit; its grants and families end. */
function revokeClient(sql: Sql, { id, clientId, accountId }: OwnedClient, at: number, address: string | null): void {
  endGrants(sql, 'client', id, { at, address });
  sql.run(REVOKE_SECRETS, at, id);
  sql.run(REVOKE_CLIENT, at, id);
  recordEvent(sql, { at, kind: 'application.deleted', accountId, clientId, address });
}

type OwnedClient = Pick<Client, 'id' | 'clientId' | 'accountId'>;

/** Deletes all applications of an account that closes. */
export function revokeClientsOf(sql: Sql, accountId: string, now: number, address: string | null): void {
  const clients = sql.all<Omit<OwnedClient, 'accountId'>>(SELECT_OF_ACCOUNT, accountId);
  for (const client of clients) revokeClient(sql, { ...client, accountId }, now, address);
}

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

  /** @returns the application's `client_id` and, unless it is public, its first secret. */
  async create(
    { redirectUris, ...fields }: NewApplication,
    address: string,
  ): Promise<{ clientId: string; secret: string | null }> {
    const now = this.clock.now();
    const clientId = randomBytes(16).toString('hex');
    const secret = fields.type === 'public' ? null : newClientSecret();
    await this.clients.manager.transaction(async (manager) => {
      const made = await manager.insert(Client, { ...fields, clientId, createdAt: now });
      const { id } = made.identifiers[0] as { id: number };
      await insertRedirectUris(manager, id, redirectUris);
      if (secret !== null)
        await manager.insert(ClientSecret, {
          id: timeOrderedId(now),
          clientId: id,
          hash: hashToken(secret),
          createdAt: now,
        });
      await insertEvent(manager, {
        at: now,
        kind: 'application.created',
        accountId: fields.accountId,
        clientId,
        address,
      });
    });
    return { clientId, secret };
  }

  async update(
    client: Client,
    { redirectUris, ...fields }: Partial<ApplicationFields>,
    address: string,
  ): Promise<void> {
    const { id, clientId, accountId } = client;
    await this.clients.manager.transaction(async (manager) => {
      if (Object.keys(fields).length > 0) await manager.update(Client, { id }, fields);
      if (redirectUris !== undefined) {
        await manager.delete(ClientRedirectUri, { clientId: id });
        await insertRedirectUris(manager, id, redirectUris);
      }
      await insertEvent(manager, { at: this.clock.now(), kind: 'application.changed', accountId, clientId, address });
    });
  }

  delete(client: Client, address: string): Promise<void> {
    return this.units.write((sql) => revokeClient(sql, client, this.clock.now(), address));
  }

  /** @returns `null` when the application has as many secrets as it may. */
  addSecret({ id, clientId, accountId }: Client, address: string): Promise<ShownSecret | null> {
    const now = this.clock.now();
    const shown = { id: timeOrderedId(now), createdAt: now, secret: newClientSecret() };
    return this.units.write((sql): ShownSecret | null => {
      if (sql.run(ADD_SECRET, shown.id, id, hashToken(shown.secret), now, id, id) === 0) return null;
      recordEvent(sql, { at: now, kind: 'secret.created', accountId, clientId, address });
      return shown;
    });
  }

  /** @returns `false` when it is the last one. */
  deleteSecret({ id, clientId, accountId }: Client, secretId: string, address: string): Promise<boolean> {
    const now = this.clock.now();
    return this.units.write((sql): boolean => {
      if (sql.run(REVOKE_SECRET, now, secretId, id, id) === 0) return false;
      recordEvent(sql, { at: now, kind: 'secret.deleted', accountId, clientId, address });
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

const insertRedirectUris = (manager: EntityManager, clientId: number, uris: readonly string[]) =>
  manager.insert(
    ClientRedirectUri,
    uris.map((uri) => ({ clientId, uri })),
  );

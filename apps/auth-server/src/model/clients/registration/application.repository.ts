import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, type Clock } from '../../../platform/config/clock';
import { timeOrderedId } from '../../../platform/database/time-ordered-id';
import { type Unit, announce, get, run } from '../../../platform/database/sql';
import { Units } from '../../../platform/database/units';
import { recordEvent } from '../../../platform/events/events';
import { Problem, notFound } from '../../../platform/http/answers/problem';
import type { RegisteredFields } from '../../../protocol/client/problems';
import { hashToken, hintOf, newClientSecret } from '../../../protocol/token/opaque-secret';
import {
  type ClientAsStored,
  type OwnedClient,
  changeFields,
  insertClient,
  readClient,
  readClientsOf,
  replaceRedirectUris,
} from '../client-rows';
import { hasSecret, insertSecret, newClientId } from '../client-identity';
import { deleteClient } from '../../../endings/client-revocation';
import { queueLogo } from '../logos/logo-copies';
import { switchClient } from '../../../endings/published-clients';

export type NewApplication = RegisteredFields & { accountId: string };

export interface ShownSecret {
  id: string;
  createdAt: number;
  secret: string;
}

export interface SecretRequest {
  name: string | null;
  /** The id of the secret that it replaces; `null`: of none. */
  replaces: string | null;
}

const MOST_SECRETS = 5;

/** Milliseconds for which a replaced secret still works. */
const OVERLAP = 24 * 3_600_000;

const REVOKE_SECRET = `UPDATE client_secrets SET revoked_at = ? WHERE id = ? AND client_id = ? AND revoked_at IS NULL
  AND EXISTS (SELECT 1 FROM client_secrets o
    WHERE o.client_id = ? AND o.id <> client_secrets.id AND o.revoked_at IS NULL AND o.expires_at IS NULL)`;
const ADD_SECRET = `INSERT INTO client_secrets (id, client_id, hash, hint, name, created_at)
  SELECT ?, ?, ?, ?, ?, ? WHERE (SELECT COUNT(*) FROM client_secrets
      WHERE client_id = ? AND revoked_at IS NULL AND COALESCE(expires_at > ?, TRUE)) < ${MOST_SECRETS}
    AND EXISTS (SELECT 1 FROM clients WHERE id = ? AND revoked_at IS NULL)`;

const END_SECRET = `UPDATE client_secrets SET expires_at = ?
  WHERE id = ? AND client_id = ? AND revoked_at IS NULL AND expires_at IS NULL`;

const IS_DISABLED_BY_ADMIN = 'SELECT 1 FROM clients WHERE id = ? AND disabled_by_admin_at IS NOT NULL';

const BY_DEVELOPER = {
  origin: 'console',
  registeredFrom: null,
  vouchedBy: null,
  registrationTokenHash: null,
} as const;

const disabledByAdmin = () =>
  new Problem(409, 'an administrator disabled this application', { code: 'disabled_by_admin' });

const tooManySecrets = () => new Problem(409, `an application has at most ${MOST_SECRETS} secrets; delete one first`);
const replacedBefore = () => new Problem(409, 'another secret replaces this one already');

@Injectable()
export class ApplicationRepository {
  constructor(
    private readonly units: Units,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  listOf(accountId: string): Promise<ClientAsStored[]> {
    return this.units.read(() => readClientsOf(accountId));
  }

  /** @throws Problem 404, for another account's application too. */
  async get(clientId: string, accountId: string): Promise<ClientAsStored> {
    const client = await this.units.read(() => readClient(clientId));
    if (client?.accountId !== accountId) throw notFound();
    return client;
  }

  /**
   * @returns the `client_id` and the first secret, if the application authenticates by one; `null` if the account was
   *   closed meanwhile.
   */
  create(
    { accountId, type, redirectUris, ...fields }: NewApplication,
    address: string,
  ): Promise<{ clientId: string; secret: string | null } | null> {
    const now = this.clock.now();
    const clientId = newClientId();
    const secret = hasSecret(type, fields.tokenEndpointAuthMethod) ? newClientSecret() : null;
    const identity = { ...BY_DEVELOPER, clientId, accountId, type, createdAt: now };
    return this.units.write(function* (): Unit<{ clientId: string; secret: string | null } | null> {
      const id = yield* insertClient(identity, fields, redirectUris);
      if (id === undefined) return null;
      if (secret !== null) yield* insertSecret(id, secret, now);
      if (fields.logoUri !== null) yield* queueLogo(id);
      yield* recordEvent({ at: now, kind: 'application.created', accountId, clientId, address });
      return { clientId, secret };
    });
  }

  update(
    { id, clientId, accountId }: OwnedClient,
    change: Partial<Omit<RegisteredFields, 'type'>>,
    address: string,
  ): Promise<void> {
    const at = this.clock.now();
    const { redirectUris, ...fields } = change;
    return this.units.write(function* (): Unit<void> {
      if (fields.enabled && (yield* get(IS_DISABLED_BY_ADMIN, id)) !== undefined) throw disabledByAdmin();
      if (fields.enabled !== undefined) yield* switchClient({ id, clientId }, fields.enabled, at);
      yield* changeFields(id, fields);
      if (redirectUris !== undefined) yield* replaceRedirectUris(id, redirectUris);
      if (fields.logoUri !== undefined) yield* queueLogo(id);
      yield* announce('clients');
      yield* recordEvent({ at, kind: 'application.changed', accountId, clientId, address });
    });
  }

  delete({ id }: OwnedClient, address: string): Promise<void> {
    const { units, clock } = this;
    return deleteClient({ units, clock }, id, { address });
  }

  /**
   * A secret that it replaces ends a day later.
   *
   * @throws Problem 409 for one too many, and for a secret that is replaced already.
   */
  addSecret(
    { id, clientId, accountId }: OwnedClient,
    { name, replaces }: SecretRequest,
    address: string,
  ): Promise<ShownSecret> {
    const now = this.clock.now();
    const shown = { id: timeOrderedId(now), createdAt: now, secret: newClientSecret() };
    const [hash, hint] = [hashToken(shown.secret), hintOf(shown.secret)];
    return this.units.write(function* (): Unit<ShownSecret> {
      if (replaces !== null && (yield* run(END_SECRET, now + OVERLAP, replaces, id)) === 0) throw replacedBefore();
      const values = [shown.id, id, hash, hint, name, now];
      if ((yield* run(ADD_SECRET, ...values, id, now, id)) === 0) throw tooManySecrets();
      yield* announce('clients');
      const kind = replaces === null ? 'secret.created' : 'secret.replaced';
      yield* recordEvent({ at: now, kind, accountId, clientId, address });
      return shown;
    });
  }

  /** @returns `false` if the secret is the last one without an end. */
  deleteSecret({ id, clientId, accountId }: OwnedClient, secretId: string, address: string): Promise<boolean> {
    const now = this.clock.now();
    return this.units.write(function* (): Unit<boolean> {
      if ((yield* run(REVOKE_SECRET, now, secretId, id, id)) === 0) return false;
      yield* announce('clients');
      yield* recordEvent({ at: now, kind: 'secret.deleted', accountId, clientId, address });
      return true;
    });
  }
}

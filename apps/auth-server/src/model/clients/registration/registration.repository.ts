import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, type Clock } from '../../../platform/config/clock';
import { SETTINGS, type Settings } from '../../../platform/config/settings';
import { type Unit, announce, get } from '../../../platform/database/sql';
import { Units } from '../../../platform/database/units';
import { recordEvent } from '../../../platform/events/events';
import { addressOf } from '../../../platform/limits/caller-network';
import { type ReachedLimit, countersOf } from '../../../platform/limits/counter';
import { consume } from '../../../platform/limits/counting';
import { tooMany } from '../../../platform/limits/too-many';
import { DEFAULT_FIELDS } from '../../../protocol/client/field-mapping';
import type { DescribedClient } from '../../../protocol/client/described-client';
import { hashToken, newClientSecret, newRegistrationToken } from '../../../protocol/token/opaque-secret';
import { deleteClient } from '../../../endings/client-revocation';
import { type ClientAsStored, changeFields, insertClient, readClient, replaceRedirectUris } from '../client-rows';
import { hasSecret, insertSecret, newClientId } from '../client-identity';

export interface Registered {
  clientId: string;
  /** `null` for other methods of authentication. */
  secret: string | null;
  token: string;
}

const SELECT_BY_TOKEN =
  'SELECT id FROM clients WHERE client_id = ? AND registration_token_hash = ? AND revoked_at IS NULL';
const SELECT_SECRET = 'SELECT id FROM client_secrets WHERE client_id = ? AND revoked_at IS NULL LIMIT 1';
const HAS_SECRET_HASH = 'SELECT id FROM client_secrets WHERE client_id = ? AND hash = ? AND revoked_at IS NULL';

/** Clients that register themselves (RFC 7591, RFC 7592); they belong to no account. */
@Injectable()
export class RegistrationRepository {
  constructor(
    private readonly units: Units,
    @Inject(SETTINGS) private readonly settings: Settings,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /**
   * @param vouchedBy the account of the initial access token; without one the limit `registrations` applies.
   * @throws OAuthError `temporarily_unavailable` (429).
   */
  async register(client: DescribedClient, address: string, vouchedBy: string | null): Promise<Registered> {
    const now = this.clock.now();
    const made = { clientId: newClientId(), secret: secretFor(client), token: newRegistrationToken() };
    const identity = {
      clientId: made.clientId,
      accountId: null,
      type: client.type,
      origin: 'registration' as const,
      createdAt: now,
      registeredFrom: addressOf(address),
      vouchedBy,
      registrationTokenHash: hashToken(made.token),
    };
    const counters = countersOf('registrations', { address }, { network: this.settings.registrationLimit });
    const reached = await this.units.write(function* (): Unit<ReachedLimit | null> {
      const reached = vouchedBy === null ? yield* consume(counters, now) : null;
      if (reached !== null) return reached;
      const id = yield* insertClient(identity, { ...DEFAULT_FIELDS, ...client }, client.redirectUris);
      if (id !== undefined && made.secret !== null) yield* insertSecret(id, made.secret, now);
      yield* recordEvent({ at: now, kind: 'application.created', clientId: made.clientId, address });
      return null;
    });
    if (reached !== null) throw tooMany(reached, now);
    return made;
  }

  findByToken(clientId: string, token: string): Promise<ClientAsStored | null> {
    const hash = hashToken(token);
    return this.units.read(function* (): Unit<ClientAsStored | null> {
      const found = yield* get<{ id: number }>(SELECT_BY_TOKEN, clientId, hash);
      return found === undefined ? null : yield* readClient(found.id);
    });
  }

  async hasSecret({ id }: ClientAsStored, secret: string): Promise<boolean> {
    return (await this.units.get<{ id: string }>(HAS_SECRET_HASH, id, hashToken(secret))) !== undefined;
  }

  /**
   * @returns a secret, if the client needs its first one now.
   * @throws OAuthError `temporarily_unavailable` (429): each change adds an event, so strangers' changes are limited.
   */
  async replace(
    { id, clientId, vouchedBy }: ClientAsStored,
    client: DescribedClient,
    address: string,
  ): Promise<string | null> {
    const at = this.clock.now();
    const secret = secretFor(client);
    const counters = countersOf('registration_changes', { address, subject: clientId });
    const { reached, first } = await this.units.write(function* (): Unit<{
      reached: ReachedLimit | null;
      first: string | null;
    }> {
      const reached = vouchedBy === null ? yield* consume(counters, at) : null;
      if (reached !== null) return { reached, first: null };
      yield* changeFields(id, client);
      yield* replaceRedirectUris(id, client.redirectUris);
      const isFirst = secret !== null && (yield* get<{ id: string }>(SELECT_SECRET, id)) === undefined;
      if (isFirst) yield* insertSecret(id, secret, at);
      yield* announce('clients');
      yield* recordEvent({ at, kind: 'application.changed', clientId, address });
      return { reached, first: isFirst ? secret : null };
    });
    if (reached !== null) throw tooMany(reached, at);
    return first;
  }

  delete({ id }: ClientAsStored, address: string): Promise<void> {
    const { units, clock } = this;
    return deleteClient({ units, clock }, id, { address });
  }
}

const secretFor = ({ type, tokenEndpointAuthMethod }: DescribedClient) =>
  hasSecret(type, tokenEndpointAuthMethod) ? newClientSecret() : null;

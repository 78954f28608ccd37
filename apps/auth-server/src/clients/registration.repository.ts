import { Inject, Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { IsNull, type Repository } from 'typeorm';
import { networkOf } from '../accounts/caller-network';
import { CLOCK, type Clock } from '../config/clock';
import { type Unit, announce, get } from '../database/sql';
import { Units } from '../database/units';
import { recordEvent } from '../events/events';
import type { DescribedClient } from '../protocol/client-metadata';
import { hashToken, newClientSecret, newRegistrationToken } from '../protocol/opaque-secret';
import { deleteClient } from './client-endings';
import { DEFAULT_FIELDS, changeFields, insertClient, replaceRedirectUris } from './client-columns';
import { hasSecret, insertSecret, newClientId } from './client-identity';
import { Client } from './client.entity';

/** What is told once. */
export interface Registered {
  clientId: string;
  /** `null` where it proves itself without one. */
  secret: string | null;
  token: string;
}

/** In milliseconds. */
const WINDOW = 3_600_000;
const MOST_IN_WINDOW = 20;

/** One later than a whole window ahead was made by a clock that went wrong: it must not hold anybody until then. */
const NTH_OF_NETWORK = `SELECT created_at AS at FROM clients WHERE registered_from = ? AND created_at > ? AND created_at <= ?
  ORDER BY created_at DESC LIMIT 1 OFFSET ${MOST_IN_WINDOW - 1}`;
const SELECT_SECRET = 'SELECT id FROM client_secrets WHERE client_id = ? AND revoked_at IS NULL LIMIT 1';
const HAS_SECRET_HASH = 'SELECT id FROM client_secrets WHERE client_id = ? AND hash = ? AND revoked_at IS NULL';

/** Clients that register themselves (RFC 7591) and change what they said (RFC 7592). They belong to no account. */
@Injectable()
export class RegistrationRepository {
  constructor(
    @InjectRepository(Client) private readonly clients: Repository<Client>,
    private readonly units: Units,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /**
   * @param isBraked whether the caller's network may do so {@link MOST_IN_WINDOW} times an hour only; counted in the
   *   database, so that all processes count together.
   * @returns the time in epoch milliseconds at which the network may register again, where it is braked.
   */
  register(client: DescribedClient, address: string, isBraked: boolean): Promise<Registered | { heldUntil: number }> {
    const now = this.clock.now();
    const network = networkOf(address);
    const made = { clientId: newClientId(), secret: secretFor(client), token: newRegistrationToken() };
    const identity = {
      clientId: made.clientId,
      accountId: null,
      type: client.type,
      origin: 'registration' as const,
      createdAt: now,
      registeredFrom: network,
      registrationTokenHash: hashToken(made.token),
    };
    const counted = [network, now - WINDOW, now + WINDOW];
    return this.units.write(function* (): Unit<Registered | { heldUntil: number }> {
      const nth = isBraked ? yield* get<{ at: number }>(NTH_OF_NETWORK, ...counted) : undefined;
      if (nth !== undefined) return { heldUntil: Number(nth.at) + WINDOW };
      const id = yield* insertClient(identity, { ...DEFAULT_FIELDS, ...client }, client.redirectUris);
      if (id !== undefined && made.secret !== null) yield* insertSecret(id, made.secret, now);
      yield* recordEvent({ at: now, kind: 'application.created', clientId: made.clientId, address });
      return made;
    });
  }

  /** The client that a registration access token is of, if it is of this one. */
  findByToken(clientId: string, token: string): Promise<Client | null> {
    return this.clients.findOne({
      where: { clientId, registrationTokenHash: hashToken(token), revokedAt: IsNull() },
      relations: { redirectUris: true },
      order: { redirectUris: { id: 'ASC' } },
    });
  }

  async hasSecret({ id }: Client, secret: string): Promise<boolean> {
    return (await this.units.get<{ id: string }>(HAS_SECRET_HASH, id, hashToken(secret))) !== undefined;
  }

  /** Replaces all that a client said of itself. @returns a secret, where it comes to need its first. */
  replace({ id, clientId }: Client, client: DescribedClient, address: string): Promise<string | null> {
    const at = this.clock.now();
    const secret = secretFor(client);
    return this.units.write(function* (): Unit<string | null> {
      yield* changeFields(id, client);
      yield* replaceRedirectUris(id, client.redirectUris);
      const isFirst = secret !== null && (yield* get<{ id: string }>(SELECT_SECRET, id)) === undefined;
      if (isFirst) yield* insertSecret(id, secret, at);
      yield* announce('clients');
      yield* recordEvent({ at, kind: 'application.changed', clientId, address });
      return isFirst ? secret : null;
    });
  }

  delete({ id }: Client, address: string): Promise<void> {
    const { units, clock } = this;
    return deleteClient({ units, clock }, id, address);
  }
}

const secretFor = ({ type, tokenEndpointAuthMethod }: DescribedClient) =>
  hasSecret(type, tokenEndpointAuthMethod) ? newClientSecret() : null;

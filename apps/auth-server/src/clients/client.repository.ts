import { Inject, Injectable } from '@nestjs/common';
import { isDeepStrictEqual } from 'node:util';
import { CLOCK, type Clock } from '../config/clock';
import { Changes } from '../database/changes';
import { Units } from '../database/units';
import { MetadataDocuments } from './metadata-documents';
import { type ClientName, readClient } from './client-rows';
import type { LiveSecret, RegisteredClient, StoredClient } from './registered-client';

const TOUCH_SECRET = 'UPDATE client_secrets SET last_used_at = ? WHERE id = ?';

/** A use is noted to the minute. */
const USE_GRAIN = 60_000;

/** How many clients are kept in memory. */
const KEPT = 10_000;

/** How long, though nobody has said that one of them changed, in milliseconds. */
const LONGEST_AGE = 5_000;

/** A client as it was found. */
interface Found<Client = RegisteredClient> {
  client: Client | null;
  /** True if this call itself read the row, i.e. the value is not from memory or another call's read. */
  isFresh: boolean;
}

/** Clients as the protocol reads them; kept in memory until any of them changes, or for a while. */
@Injectable()
export class ClientRepository {
  private readonly kept = new Map<ClientName, StoredClient>();
  /** Reads under way: calls for the same client share one. */
  private readonly underWay = new Map<ClientName, Promise<StoredClient | null>>();
  private version: number | undefined;
  private keptSince = 0;

  constructor(
    private readonly units: Units,
    private readonly changes: Changes,
    private readonly documents: MetadataDocuments,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** A client that has a row. Its document, if it has one, is not looked at. */
  async find(name: ClientName): Promise<StoredClient | null> {
    return (await this.look(name)).client;
  }

  /**
   * A client as it is now, with a row or known by its document alone.
   *
   * @throws OAuthError `invalid_client` (400) where its document cannot be taken.
   */
  async findCurrent(clientId: string, address: string): Promise<RegisteredClient | null> {
    return (await this.lookCurrent(clientId, address)).client;
  }

  /** The internal id of a client that an account approves; a client without a row gets one. */
  async store(client: RegisteredClient): Promise<number> {
    return client.id ?? this.documents.store(client);
  }

  /**
   * Applies a rule to a client. Another process may just have changed the client, so one that the rule refuses is read
   * from the database, and judged again if its row changed. A refusal costs that one read, of an unknown client too; a
   * signature that does not fit is verified once.
   *
   * @param address of the caller: fetches of unknown documents are limited by network.
   */
  async judge<T>(
    name: ClientName,
    address: string,
    rule: (client: RegisteredClient | null) => T | Promise<T>,
  ): Promise<T> {
    const { client, isFresh } = await this.lookCurrent(name, address);
    try {
      return await rule(client);
    } catch (error) {
      if (isFresh) throw error;
      const now = await this.read(name);
      if (isDeepStrictEqual(client, now)) throw error;
      return rule(now);
    }
  }

  private async look(name: ClientName): Promise<Found<StoredClient>> {
    const version = await this.changes.versionOf('clients');
    if (this.isOver(version)) {
      this.kept.clear();
      this.underWay.clear();
      this.version = version;
      this.keptSince = this.clock.elapsed();
    }
    const known = this.kept.get(name);
    if (known !== undefined) return { client: known, isFresh: false };
    const isFresh = !this.underWay.has(name);
    const client = await this.readTogether(name);
    if (client !== null && version === this.version) this.kept.set(name, client);
    return { client, isFresh };
  }

  /** The same, with its document fetched if that is due. A refresh names a client by its id and never waits for it. */
  private async lookCurrent(name: ClientName, address: string): Promise<Found> {
    const found = await this.look(name);
    const { client, isFresh } = found;
    if (typeof name === 'number' || !this.documents.mayDescribe(name, client)) return found;
    if (client === null) return this.lookWithoutRow(name, address, isFresh);
    return (await this.documents.refresh(client)) ? this.look(name) : found;
  }

  /** A shared read may have begun before another process stored the client: read again before fetching. */
  private async lookWithoutRow(clientId: string, address: string, isFresh: boolean): Promise<Found> {
    const client = isFresh ? null : await this.read(clientId);
    return { client: client ?? (await this.documents.describe(clientId, address)), isFresh: true };
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

  private isOver(version: number): boolean {
    return version !== this.version || this.kept.size > KEPT || this.clock.elapsed() - this.keptSince > LONGEST_AGE;
  }

  /** When memory was just emptied, many calls need the same client at once: they share one read. */
  private readTogether(name: ClientName): Promise<StoredClient | null> {
    const known = this.underWay.get(name);
    if (known !== undefined) return known;
    const reading = this.read(name).finally(() => {
      if (this.underWay.get(name) === reading) this.underWay.delete(name);
    });
    this.underWay.set(name, reading);
    return reading;
  }

  private async read(name: ClientName): Promise<StoredClient | null> {
    const client = await this.units.read(() => readClient(name));
    return client?.origin === 'metadata_document' && !this.documents.isOn ? null : client;
  }
}

import { Inject, Injectable } from '@nestjs/common';
import { isDeepStrictEqual } from 'node:util';
import { CLOCK, type Clock } from '../../platform/config/clock';
import { SETTINGS, type Settings } from '../../platform/config/settings';
import { Changes } from '../../platform/database/changes';
import { Units } from '../../platform/database/units';
import { enforced } from '../../protocol/client/profile-problems';
import { MetadataDocuments } from './documents/metadata-documents';
import { type ClientName, readClient } from './client-rows';
import type { LiveSecret, RegisteredClient, StoredClient } from './registered-client';

const TOUCH_SECRET = 'UPDATE client_secrets SET last_used_at = ? WHERE id = ?';

/** Milliseconds. */
const USE_GRAIN = 60_000;

const MOST_CACHED = 10_000;

/** Milliseconds: a row written by hand announces no change. */
const LONGEST_AGE = 5_000;

interface Found<Client = RegisteredClient> {
  client: Client | null;
  /** Whether this call itself read the row. */
  isFresh: boolean;
}

/** Clients as the protocol reads them, cached until any client changes or for {@link LONGEST_AGE}. */
@Injectable()
export class ClientRepository {
  private readonly cached = new Map<ClientName, StoredClient>();
  private readonly reading = new Map<ClientName, Promise<StoredClient | null>>();
  private version: number | undefined;
  private cachedSince = 0;

  constructor(
    private readonly units: Units,
    private readonly changes: Changes,
    private readonly documents: MetadataDocuments,
    @Inject(SETTINGS) private readonly settings: Settings,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** A client that has a row; its document is not fetched. */
  async find(name: ClientName): Promise<StoredClient | null> {
    return (await this.look(name)).client;
  }

  /**
   * A client with a row or a document, which is fetched if due.
   *
   * @throws OAuthError `invalid_client` (400) if its document is refused.
   */
  async findCurrent(clientId: string, address: string): Promise<RegisteredClient | null> {
    return (await this.lookCurrent(clientId, address)).client;
  }

  /** Inserts the row of an approved client that has none. @returns the internal id. */
  async store(client: RegisteredClient): Promise<number> {
    return client.id ?? this.documents.store(client);
  }

  /**
   * Applies a rule to a client. If the rule refuses a cached client, reads the row, and applies the rule once more if
   * another process changed it. A refusal costs one read whether or not the client exists.
   *
   * @param address the caller's, for the limit on fetches of unknown documents.
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
    if (this.isStale(version)) {
      this.cached.clear();
      this.reading.clear();
      this.version = version;
      this.cachedSince = this.clock.elapsed();
    }
    const known = this.cached.get(name);
    if (known !== undefined) return { client: known, isFresh: false };
    const isFresh = !this.reading.has(name);
    const client = await this.readOnce(name);
    if (client !== null && version === this.version) this.cached.set(name, client);
    return { client, isFresh };
  }

  /** Also fetches a due document, but not for a refresh, which names its client by id. */
  private async lookCurrent(name: ClientName, address: string): Promise<Found> {
    const found = await this.look(name);
    const { client, isFresh } = found;
    if (typeof name === 'number' || !this.documents.mayDescribe(name, client)) return found;
    if (client === null) return this.lookWithoutRow(name, address, isFresh);
    return (await this.documents.refresh(client)) ? this.look(name) : found;
  }

  /** A coalesced read may be older than a row that another process inserted: read again before fetching. */
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

  private isStale(version: number): boolean {
    return (
      version !== this.version ||
      this.cached.size > MOST_CACHED ||
      this.clock.elapsed() - this.cachedSince > LONGEST_AGE
    );
  }

  /** Coalesces concurrent reads of a client. */
  private readOnce(name: ClientName): Promise<StoredClient | null> {
    const known = this.reading.get(name);
    if (known !== undefined) return known;
    const reading = this.read(name).finally(() => {
      if (this.reading.get(name) === reading) this.reading.delete(name);
    });
    this.reading.set(name, reading);
    return reading;
  }

  private async read(name: ClientName): Promise<StoredClient | null> {
    const client = await this.units.read(() => readClient(name));
    if (client === null || (client.origin === 'metadata_document' && !this.documents.isOn)) return null;
    return enforced(client, this.settings);
  }
}

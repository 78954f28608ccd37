import { Inject, Injectable } from '@nestjs/common';
import { isDeepStrictEqual } from 'node:util';
import { CLOCK, type Clock } from '../config/clock';
import { Changes } from '../database/changes';
import { Units } from '../database/units';
import { MetadataDocuments } from './metadata-documents';
import {
  type ClientName,
  type LiveSecret,
  type RegisteredClient,
  type StoredClient,
  readClient,
} from './registered-client';

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
  /** Whether it was looked up for who asks, and is not older. */
  isFresh: boolean;
}

/** Clients as the protocol reads them; kept in memory until any of them changes, or for a while. */
@Injectable()
export class ClientRepository {
  private readonly kept = new Map<ClientName, StoredClient>();
  /** What is being read for who asked first, and for who asks meanwhile. */
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

  /** The internal id of a client that an account approves; one that had no row gets it. */
  async store(client: RegisteredClient): Promise<number> {
    return client.id ?? this.documents.store(client);
  }

  /**
   * What a rule says of a client. A sibling may have changed it this very instant: memory may say yes, but what it
   * refuses is looked up, and judged once more where it did change. So a refusal costs one look-up of its own, of an
   * unknown client too, and a signature that does not fit is verified once.
   *
   * @param address of the caller, who may name a document that is to be fetched.
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

  /** The same, where a document describes it as the document is now: who refreshes a token by its id does not wait. */
  private async lookCurrent(name: ClientName, address: string): Promise<Found> {
    const found = await this.look(name);
    const { client, isFresh } = found;
    if (typeof name === 'number' || !this.documents.mayDescribe(name, client)) return found;
    if (client === null) return this.lookWithoutRow(name, address, isFresh);
    return (await this.documents.refresh(client)) ? this.look(name) : found;
  }

  /** Another process may have stored it since another request began to look: only a look of one's own tells. */
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

  /** Once memory is emptied everybody who is served at that moment asks for the same. */
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

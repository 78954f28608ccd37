import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, type Clock } from '../../../platform/config/clock';
import { SETTINGS, type Settings } from '../../../platform/config/settings';
import { Units } from '../../../platform/database/units';
import { completeRevocations } from '../../../endings/pending-revocations';
import { InFlight, tooManyFetches } from '../../../platform/outbound/in-flight';
import {
  type OutboundAnswer,
  OutboundError,
  type OutboundReason,
  fetchOutbound,
} from '../../../platform/outbound/outbound';
import { Limits } from '../../../platform/limits/limits';
import {
  LONGEST_DOCUMENT,
  badDocument,
  documentLifetime,
  isDocumentUrl,
  isWithdrawn,
  parseMetadataDocument,
} from '../../../protocol/client/metadata-document';
import { OAuthError } from '../../../protocol/oauth-error';
import { clientPolicyOf } from '../client-policy';
import { renewClient, storeClient, documentClient, withdrawClient } from './metadata-document-storing';
import type { RegisteredClient, StoredClient, DocumentClient } from '../registered-client';
import { DocumentCache } from './document-cache';

/** Milliseconds. */
const TIMEOUT = 2_000;
/** Without a good answer of its site: how long the last good document is used, and when it is fetched again. */
const STALE = 86_400_000;
const RETRY = 60_000;

const MOST_AT_ONCE = 32;

const PROBLEM: Record<OutboundReason, string> = {
  url_not_allowed: 'has a URL that is not called from here',
  unreachable: 'cannot be fetched',
  too_slow: `was not answered within ${TIMEOUT / 1000} seconds`,
  too_large: `is larger than ${LONGEST_DOCUMENT} bytes`,
};

type Fetched =
  | { outcome: 'good'; client: DocumentClient }
  /** The site has no document there any more, or one that is not valid. */
  | { outcome: 'withdrawn'; error: OAuthError }
  /** The site is down, too busy, or answers with something else than a document. */
  | { outcome: 'unavailable'; error: OAuthError };

/**
 * Clients with a document at their `client_id` (Client ID Metadata Document). They stay in memory until an account
 * approves one, so that strangers cannot fill the database (ADR 34).
 */
@Injectable()
export class MetadataDocuments {
  private readonly allowLoopback: boolean;
  private readonly cache = new DocumentCache();
  private readonly fetches = new InFlight<Fetched>(MOST_AT_ONCE);
  /** By URL, the time of the next attempt; errors are not cached (§5.2). */
  private readonly retryAt = new Map<string, number>();

  constructor(
    private readonly units: Units,
    private readonly limits: Limits,
    @Inject(SETTINGS) private readonly settings: Settings,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {
    this.allowLoopback = clientPolicyOf(settings).allowLoopback;
  }

  get isOn(): boolean {
    return this.settings.metadataDocuments;
  }

  /** Whether a document may describe a client: by its origin, or by its name if it has no row. */
  mayDescribe(clientId: string, known: RegisteredClient | null): boolean {
    if (known !== null) return known.origin === 'metadata_document';
    return this.isOn && isDocumentUrl(clientId, this.allowLoopback);
  }

  /**
   * A client without a row.
   *
   * @param address the caller's, for the limit `document_fetches`.
   * @throws OAuthError `invalid_client` (400) that says what is wrong; `temporarily_unavailable`.
   */
  async describe(clientId: string, address: string): Promise<DocumentClient> {
    const known = this.cache.get(clientId);
    if (known !== undefined && !this.isDue(known)) return known;
    if (known === undefined && !this.fetches.has(clientId)) await this.limits.consume('document_fetches', { address });
    const fetched = await this.fetchOnce(clientId);
    if (fetched.outcome === 'good') {
      this.cache.set(fetched.client);
      return fetched.client;
    }
    if (fetched.outcome === 'withdrawn') this.cache.delete(clientId);
    if (known === undefined || fetched.outcome === 'withdrawn') throw fetched.error;
    this.assertUsable(known, fetched.error);
    return known;
  }

  /**
   * Fetches the document of a client with a row, if due. A document that was withdrawn, and is still so an hour later,
   * deletes the client: its host may have a new owner.
   *
   * @returns whether the row was written.
   * @throws OAuthError as `describe` does.
   */
  async refresh(known: StoredClient): Promise<boolean> {
    if (!this.isDue(known)) return false;
    const fetched = await this.fetchOnce(known.clientId, known.id);
    if (fetched.outcome === 'good') return true;
    if (fetched.outcome === 'withdrawn') throw fetched.error;
    this.assertUsable(known, fetched.error);
    return false;
  }

  /** Inserts the row of an approved client. @returns the internal id. */
  async store(client: DocumentClient): Promise<number> {
    const id = await this.units.write(() => storeClient(client, this.clock.now()));
    // If the client was deleted since the fetch, the next request fetches anew.
    this.cache.delete(client.clientId);
    if (id === null)
      throw new OAuthError('temporarily_unavailable', 'the earlier grants of this application are still being ended', {
        retryAfter: RETRY / 1000,
      });
    return id;
  }

  private isDue({ clientId, metadataExpiresAt }: RegisteredClient): boolean {
    const now = this.clock.now();
    return now >= (metadataExpiresAt ?? 0) && now >= (this.retryAt.get(clientId) ?? 0);
  }

  /** Allows the last good document for a day while its site has none. @throws the error after that */
  private assertUsable({ clientId, metadataExpiresAt }: RegisteredClient, error: OAuthError): void {
    const now = this.clock.now();
    if (now >= (metadataExpiresAt ?? 0) + STALE) throw error;
    if (this.retryAt.size > MOST_AT_ONCE * 32) this.retryAt.clear();
    this.retryAt.set(clientId, now + RETRY);
  }

  /** @param id of the client's row, which is updated. */
  private async fetchOnce(url: string, id?: number): Promise<Fetched> {
    const fetched = await this.fetches.fetch(url, () => this.fetch(url, id));
    return fetched ?? { outcome: 'unavailable', error: tooManyFetches('client ID metadata documents', TIMEOUT) };
  }

  private async fetch(url: string, id: number | undefined): Promise<Fetched> {
    const loaded = await this.load(url);
    const fetched = id === undefined ? loaded : await this.recordFetch(id, loaded);
    if (fetched.outcome !== 'unavailable') this.retryAt.delete(url);
    return fetched;
  }

  /** Writes what was fetched to the client's row. @returns `withdrawn` only for a client that ended. */
  private async recordFetch(id: number, fetched: Fetched): Promise<Fetched> {
    const { units, clock } = this;
    if (fetched.outcome === 'good') await units.write(() => renewClient(id, fetched.client));
    if (fetched.outcome !== 'withdrawn') return fetched;
    const pending = await units.write(() => withdrawClient(id, clock.now()));
    if (pending === null) return { ...fetched, outcome: 'unavailable' };
    await completeRevocations(units, clock, pending);
    return fetched;
  }

  private async load(url: string): Promise<Fetched> {
    const { allowLoopback } = this;
    const limits = { maxBytes: LONGEST_DOCUMENT, timeoutMs: TIMEOUT, allowLoopback };
    try {
      const answer = await fetchOutbound(url, { headers: { accept: 'application/json' }, ...limits });
      return this.read(url, answer);
    } catch (error) {
      if (!(error instanceof OutboundError)) throw error;
      return { outcome: 'unavailable', error: badDocument(PROBLEM[error.reason], error) };
    }
  }

  private read(url: string, answer: OutboundAnswer): Fetched {
    try {
      const described = parseMetadataDocument(url, answer, clientPolicyOf(this.settings));
      const now = this.clock.now();
      const metadataExpiresAt = now + documentLifetime(answer.headers, now);
      const client = documentClient(url, described, { createdAt: now, metadataExpiresAt }, this.settings);
      return { outcome: 'good', client };
    } catch (error) {
      if (!(error instanceof OAuthError)) throw error;
      return { outcome: isWithdrawn(answer) ? 'withdrawn' : 'unavailable', error };
    }
  }
}

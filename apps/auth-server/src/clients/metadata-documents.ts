import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, type Clock } from '../config/clock';
import { SETTINGS, type Settings } from '../config/settings';
import { Units } from '../database/units';
import { type OutboundAnswer, OutboundError, type OutboundReason, fetchOutbound } from '../http/outbound';
import {
  LONGEST_DOCUMENT,
  badDocument,
  documentLifetime,
  isDocumentUrl,
  parseMetadataDocument,
} from '../protocol/metadata-document';
import { OAuthError } from '../protocol/oauth-error';
import { clientPolicyOf } from './client-policy';
import type { RegisteredClient } from './registered-client';
import { isCurrent, keepDocument } from './metadata-document-keeping';

/** Milliseconds. */
const PATIENCE = 2_000;
/** How long one that cannot be fetched again goes on as it was, and how soon it is tried again. */
const STALE = 86_400_000;
const RETRY = 60_000;

/** More at once are not fetched: strangers choose what is. */
const MOST_AT_ONCE = 32;

const PROBLEM: Record<OutboundReason, string> = {
  url_not_allowed: 'has a URL that is not called from here',
  unreachable: 'cannot be fetched',
  too_slow: `was not answered within ${PATIENCE / 1000} seconds`,
  too_large: `is larger than ${LONGEST_DOCUMENT} bytes`,
};

/** Clients that are known by a document at their `client_id` (Client ID Metadata Document). */
@Injectable()
export class MetadataDocuments {
  private readonly allowLoopback: boolean;
  /** Whoever asks for a document that is being fetched waits for it. */
  private readonly fetching = new Map<string, Promise<void>>();
  /** When those that could not be fetched again are tried once more. An error itself is never kept (§5.2). */
  private readonly retryAt = new Map<string, number>();

  constructor(
    private readonly units: Units,
    @Inject(SETTINGS) private readonly settings: Settings,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {
    this.allowLoopback = clientPolicyOf(settings).allowLoopback;
  }

  /** Whether a client may be known by a document, which costs a look at its name. */
  mayDescribe(clientId: string, known: RegisteredClient | null): boolean {
    if (known !== null) return known.origin === 'metadata_document';
    return this.isOn && isDocumentUrl(clientId, this.allowLoopback);
  }

  /** Whether documents are taken at all. */
  get isOn(): boolean {
    return this.settings.metadataDocuments;
  }

  /**
   * Fetches a document that is not known, or known for too long. One that was known and cannot be had again goes on
   * for a day: the client's site may be down.
   *
   * @returns whether it was written.
   * @throws OAuthError `invalid_client` (400) that says why it cannot be taken; `temporarily_unavailable`.
   */
  async refresh(clientId: string, known: RegisteredClient | null): Promise<boolean> {
    const now = this.clock.now();
    const expiresAt = known?.metadataExpiresAt ?? 0;
    if (now < expiresAt || now < (this.retryAt.get(clientId) ?? 0)) return false;
    try {
      await this.fetchOnce(clientId);
      this.retryAt.delete(clientId);
      return true;
    } catch (error) {
      if (!(error instanceof OAuthError) || now >= expiresAt + STALE) throw error;
      if (this.retryAt.size > MOST_AT_ONCE * 32) this.retryAt.clear();
      this.retryAt.set(clientId, now + RETRY);
      return false;
    }
  }

  private fetchOnce(url: string): Promise<void> {
    const begun = this.fetching.get(url);
    if (begun !== undefined) return begun;
    if (this.fetching.size >= MOST_AT_ONCE)
      throw new OAuthError('temporarily_unavailable', 'too many client ID metadata documents are being fetched', {
        retryAfter: PATIENCE / 1000,
      });
    const fetch = this.fetch(url).finally(() => this.fetching.delete(url));
    this.fetching.set(url, fetch);
    return fetch;
  }

  private async fetch(url: string): Promise<void> {
    // Another request, or another process, may have fetched it while this one looked.
    if (await this.units.read(() => isCurrent(url, this.clock.now()))) return;
    const answer = await this.answerOf(url);
    const client = parseMetadataDocument(url, answer, clientPolicyOf(this.settings));
    const now = this.clock.now();
    const expiresAt = now + documentLifetime(answer.headers, now);
    await this.units.write(() => keepDocument(url, client, { now, expiresAt }));
  }

  private answerOf(url: string): Promise<OutboundAnswer> {
    const { allowLoopback } = this;
    const headers = { accept: 'application/json' };
    const limits = { maxBytes: LONGEST_DOCUMENT, timeoutMs: PATIENCE, allowLoopback };
    return fetchOutbound(url, { headers, ...limits }).catch((error: unknown) => {
      throw error instanceof OutboundError ? badDocument(PROBLEM[error.reason], error) : error;
    });
  }
}

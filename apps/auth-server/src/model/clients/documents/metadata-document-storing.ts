import { type Unit, announce, get, run } from '../../../platform/database/sql';
import { recordEvent } from '../../../platform/events/events';
import { DEFAULT_FIELDS } from '../../../protocol/client/field-mapping';
import type { DescribedClient } from '../../../protocol/client/described-client';
import { enforced } from '../../../protocol/client/profile-problems';
import type { ProfileContext } from '../../../protocol/client/security-profile';
import type { PendingRevocation } from '../../../endings/pending-revocation.entity';
import { revokeClients } from '../../../endings/client-revocation';
import { changeFields, insertClient, replaceRedirectUris } from '../client-rows';
import type { DocumentClient } from '../registered-client';

const RENEW = `UPDATE clients SET type = ?, metadata_expires_at = ?, withdrawn_at = NULL
  WHERE id = ? AND origin = 'metadata_document' AND revoked_at IS NULL`;
const WITHDRAW = 'UPDATE clients SET withdrawn_at = ? WHERE id = ? AND withdrawn_at IS NULL AND revoked_at IS NULL';
const SELECT_WITHDRAWN = 'SELECT 1 FROM clients WHERE id = ? AND withdrawn_at <= ?';
/** Milliseconds: a site that is being moved or repaired is good again by then. */
const SECOND_LOOK = 3_600_000;

/**
 * Only by a document fetched after the deletion, as another process may have an older one in memory; and not while
 * grants from before are still being revoked, as they would become usable again, nor while services refuse tokens that
 * would be issued now.
 */
const REVIVE = `UPDATE clients SET created_at = ?, enabled = (disabled_by_admin_at IS NULL), revoked_at = NULL
  WHERE client_id = ? AND origin = 'metadata_document' AND revoked_at <= ?
    AND NOT EXISTS (SELECT 1 FROM pending_revocations e WHERE e.kind = 'client' AND e.subject = CAST(clients.id AS varchar(36)))
    AND NOT EXISTS (SELECT 1 FROM revocations r WHERE r.subject = clients.client_id AND r.kind = 'client' AND r.below > ?)
  RETURNING id`;
const SELECT_LIVE = 'SELECT id FROM clients WHERE client_id = ? AND revoked_at IS NULL';

/** A client as its document describes it, before it has a row. */
export const documentClient = (
  clientId: string,
  described: DescribedClient,
  { createdAt, metadataExpiresAt }: Pick<DocumentClient, 'createdAt' | 'metadataExpiresAt'>,
  server: ProfileContext,
): DocumentClient =>
  enforced(
    {
      ...DEFAULT_FIELDS,
      ...described,
      id: null,
      clientId,
      accountId: null,
      origin: 'metadata_document',
      vouchedBy: null,
      reissues: 0,
      logo: null,
      secrets: [],
      createdAt,
      metadataExpiresAt,
      described,
    },
    server,
  );

/** Updates a client's row from its document. */
export function* renewClient(id: number, { described, metadataExpiresAt }: DocumentClient): Unit<void> {
  if ((yield* run(RENEW, described.type, metadataExpiresAt, id)) === 0) return;
  yield* changeFields(id, described);
  yield* replaceRedirectUris(id, described.redirectUris);
  yield* announce('clients');
}

/**
 * Records that a client's document was found withdrawn; found so again an hour later, the client is deleted.
 *
 * @returns the revocations still to be completed; `null` for a client that stays.
 */
export function* withdrawClient(id: number, now: number): Unit<PendingRevocation[] | null> {
  if ((yield* run(WITHDRAW, now, id)) > 0) return null;
  if ((yield* get(SELECT_WITHDRAWN, id, now - SECOND_LOOK)) === undefined) return null;
  return yield* revokeClients('client', id, { at: now, address: null });
}

/**
 * Inserts a client's row, or revives a deleted one.
 *
 * @returns the internal id, also if another request was first; `null` while its deletion is not complete.
 */
export function* storeClient(client: DocumentClient, now: number): Unit<number | null> {
  const { clientId, described, metadataExpiresAt, createdAt: fetchedAt } = client;
  const identity = {
    clientId,
    accountId: null,
    type: described.type,
    origin: 'metadata_document' as const,
    createdAt: now,
    registeredFrom: null,
    vouchedBy: null,
    registrationTokenHash: null,
  };
  const made = yield* insertClient(identity, { ...DEFAULT_FIELDS, ...described }, described.redirectUris);
  const id = made ?? (yield* get<{ id: number }>(REVIVE, now, clientId, fetchedAt, Math.floor(now / 1000)))?.id;
  if (id === undefined) return (yield* get<{ id: number }>(SELECT_LIVE, clientId))?.id ?? null;
  if (made === undefined) yield* renewClient(id, client);
  else {
    yield* run(RENEW, described.type, metadataExpiresAt, id);
    yield* announce('clients');
  }
  yield* recordEvent({ at: now, kind: 'application.created', clientId });
  return id;
}

import { type Unit, announce, get, run } from '../database/sql';
import { recordEvent } from '../events/events';
import { DEFAULT_FIELDS } from '../protocol/client/field-mapping';
import type { DescribedClient } from '../protocol/client/metadata';
import { changeFields, insertClient, replaceRedirectUris } from './client-rows';
import type { UnstoredClient } from './registered-client';

const RENEW = `UPDATE clients SET type = ?, metadata_expires_at = ?
  WHERE id = ? AND origin = 'metadata_document' AND revoked_at IS NULL`;
/**
 * Only by a document that was fetched after its end: another process may remember one from before. And not while grants
 * from before its end are still being ended: they would become usable again.
 */
const REVIVE = `UPDATE clients SET created_at = ?, enabled = TRUE, revoked_at = NULL
  WHERE client_id = ? AND origin = 'metadata_document' AND revoked_at <= ?
    AND NOT EXISTS (SELECT 1 FROM loose_ends e WHERE e.kind = 'client' AND e.subject = CAST(clients.id AS varchar(36)))
  RETURNING id`;
const SELECT_STANDING = 'SELECT id FROM clients WHERE client_id = ? AND revoked_at IS NULL';

/** A client as its document describes it, before it has a row. */
export const unstoredClient = (
  clientId: string,
  described: DescribedClient,
  { createdAt, metadataExpiresAt }: Pick<UnstoredClient, 'createdAt' | 'metadataExpiresAt'>,
): UnstoredClient => ({
  ...DEFAULT_FIELDS,
  ...described,
  id: null,
  clientId,
  accountId: null,
  origin: 'metadata_document',
  vouchedBy: null,
  secrets: [],
  createdAt,
  metadataExpiresAt,
  described,
});

/** Writes what the document of a client that has a row says by now. */
export function* renewClient(id: number, { described, metadataExpiresAt }: UnstoredClient): Unit<void> {
  if ((yield* run(RENEW, described.type, metadataExpiresAt, id)) === 0) return;
  yield* changeFields(id, described);
  yield* replaceRedirectUris(id, described.redirectUris);
  yield* announce('clients');
}

/**
 * Gives a client its row, or an ended one its row again.
 *
 * @returns the internal id, also if another request was first; `null` where its end forbids that for now.
 */
export function* storeClient(client: UnstoredClient, now: number): Unit<number | null> {
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
  const id = made ?? (yield* get<{ id: number }>(REVIVE, now, clientId, fetchedAt))?.id;
  if (id === undefined) return (yield* get<{ id: number }>(SELECT_STANDING, clientId))?.id ?? null;
  if (made === undefined) yield* renewClient(id, client);
  else {
    yield* run(RENEW, described.type, metadataExpiresAt, id);
    yield* announce('clients');
  }
  yield* recordEvent({ at: now, kind: 'application.created', clientId });
  return id;
}

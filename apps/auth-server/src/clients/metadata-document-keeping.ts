import { type Unit, announce, get, run } from '../database/sql';
import { recordEvent } from '../events/events';
import type { DescribedClient } from '../protocol/client-metadata';
import { DEFAULT_FIELDS, changeFields, insertClient, replaceRedirectUris } from './client-columns';

const SELECT_CURRENT = `SELECT id FROM clients
  WHERE client_id = ? AND origin = 'metadata_document' AND revoked_at IS NULL AND metadata_expires_at > ?`;
const SELECT_ID = 'SELECT id FROM clients WHERE client_id = ?';
const RENEW = `UPDATE clients SET type = ?, metadata_expires_at = ?, enabled = TRUE, revoked_at = NULL
  WHERE id = ? AND origin = 'metadata_document'`;

/** Whether a client is known as its document describes it now. */
export function* isCurrent(clientId: string, now: number): Unit<boolean> {
  return (yield* get<{ id: number }>(SELECT_CURRENT, clientId, now)) !== undefined;
}

/** Writes a client as its document describes it, known before or not; one that was reaped is there again. */
export function* keepDocument(
  clientId: string,
  client: DescribedClient,
  { now, expiresAt }: { now: number; expiresAt: number },
): Unit<void> {
  const identity = {
    clientId,
    accountId: null,
    type: client.type,
    origin: 'metadata_document' as const,
    createdAt: now,
    registeredFrom: null,
    vouchedBy: null,
    registrationTokenHash: null,
  };
  // Of two processes that fetched it at the same moment the second one finds it made.
  const made = yield* insertClient(identity, { ...DEFAULT_FIELDS, ...client }, client.redirectUris);
  const id = made ?? (yield* get<{ id: number }>(SELECT_ID, clientId))?.id;
  if (id === undefined) return;
  yield* run(RENEW, client.type, expiresAt, id);
  if (made === undefined) {
    yield* changeFields(id, client);
    yield* replaceRedirectUris(id, client.redirectUris);
  } else yield* recordEvent({ at: now, kind: 'application.created', clientId });
  yield* announce('clients');
}

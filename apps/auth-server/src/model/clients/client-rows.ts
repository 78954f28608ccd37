import { type SqlValue, type Unit, all, get, run } from '../../platform/database/sql';
import { FIELDS, fieldsBy } from '../../protocol/client/field-mapping';
import type { ClientFields } from '../../protocol/client/fields';
import type { Enforced } from '../../protocol/client/profile-problems';
import { fromColumn, toColumn } from './client-columns';
import type { Client } from './client.entity';
import type { LiveSecret, StoredClient } from './registered-client';

/** The columns that an INSERT writes beside the fields. */
const IDENTITY = {
  clientId: 'client_id',
  accountId: 'account_id',
  type: 'type',
  origin: 'origin',
  createdAt: 'created_at',
  registeredFrom: 'registered_from',
  vouchedBy: 'vouched_by',
  registrationTokenHash: 'registration_token_hash',
} as const satisfies Partial<Record<keyof Client, string>>;

export type ClientIdentity = Pick<Client, keyof typeof IDENTITY>;

const COLUMNS = FIELDS.map(({ column }) => column);
/** PostgreSQL needs the cast: a flag is bound as 1 or 0. */
const PLACEHOLDERS = FIELDS.map(({ kind }) => (kind === 'flag' ? 'CAST(? AS boolean)' : '?'));

const INSERT = `INSERT INTO clients (${[...Object.values(IDENTITY), ...COLUMNS].join(', ')})
  SELECT ${[...Object.keys(IDENTITY).map(() => '?'), ...PLACEHOLDERS].join(', ')}`;
const INSERT_OWNED = `${INSERT} FROM accounts WHERE id = ? AND closed_at IS NULL RETURNING id`;
/** Without WHERE, SQLite parses ON CONFLICT as part of a join. */
const INSERT_UNOWNED = `${INSERT} WHERE TRUE ON CONFLICT (client_id) DO NOTHING RETURNING id`;

const DELETE_URIS = 'DELETE FROM client_redirect_uris WHERE client_id = ?';
const INSERT_URI = 'INSERT INTO client_redirect_uris (client_id, uri) VALUES (?, ?)';

const SELECT = `SELECT id, client_id AS "clientId", account_id AS "accountId", type, origin, vouched_by AS "vouchedBy",
    created_at AS "createdAt", metadata_expires_at AS "metadataExpiresAt", reissues, logo,
    ${FIELDS.map(({ name, column }) => `${column} AS "${name}"`).join(', ')}
  FROM clients WHERE revoked_at IS NULL AND`;
const SELECT_BY = { clientId: `${SELECT} client_id = ?`, id: `${SELECT} id = ?` };
const SELECT_OF_ACCOUNT = `${SELECT} account_id = ? ORDER BY created_at DESC, id DESC`;

const URIS_OF = (clients: string) =>
  `SELECT client_id AS client, uri FROM client_redirect_uris WHERE client_id ${clients} ORDER BY id`;
const SECRETS_OF = (clients: string) => `SELECT client_id AS client, id, hash, hint, name, created_at AS "createdAt",
    last_used_at AS "lastUsedAt", expires_at AS "expiresAt"
  FROM client_secrets WHERE client_id ${clients} AND revoked_at IS NULL ORDER BY created_at, id`;
const ONE = '= ?';
const ALL_OF_ACCOUNT = 'IN (SELECT c.id FROM clients c WHERE c.account_id = ? AND c.revoked_at IS NULL)';
const [SELECT_URIS, SELECT_SECRETS] = [URIS_OF(ONE), SECRETS_OF(ONE)];
const [SELECT_URIS_OF_ACCOUNT, SELECT_SECRETS_OF_ACCOUNT] = [URIS_OF(ALL_OF_ACCOUNT), SECRETS_OF(ALL_OF_ACCOUNT)];

/** As it is stored, without its security profile. */
export type ClientAsStored = Omit<StoredClient, keyof Enforced>;

/** An application, for changes by its developer. */
export type OwnedClient = Pick<ClientAsStored, 'id' | 'clientId' | 'accountId'>;

type UriRow = { client: number; uri: string };
type SecretRow = LiveSecret & { client: number };
type Row = Omit<StoredClient, keyof ClientFields | keyof Enforced | 'redirectUris' | 'secrets'> &
  Record<keyof ClientFields, string | number | boolean | null>;

/** @returns the internal id; `undefined` if the account was closed meanwhile, or the `client_id` is taken. */
export function* insertClient(
  identity: ClientIdentity,
  fields: ClientFields,
  redirectUris: readonly string[],
): Unit<number | undefined> {
  const { accountId } = identity;
  const values: SqlValue[] = [
    ...Object.keys(IDENTITY).map((name) => identity[name as keyof ClientIdentity]),
    ...FIELDS.map((field) => toColumn(field, fields[field.name])),
  ];
  const made = yield* accountId === null
    ? get<{ id: number }>(INSERT_UNOWNED, ...values)
    : get<{ id: number }>(INSERT_OWNED, ...values, accountId);
  if (made === undefined) return undefined;
  for (const uri of redirectUris) yield* run(INSERT_URI, made.id, uri);
  return made.id;
}

/** Writes single columns, so that a concurrent change of another field stands. */
export function* changeFields(id: number, fields: Partial<ClientFields>): Unit<void> {
  for (const field of FIELDS) {
    const value = fields[field.name];
    if (value !== undefined)
      yield* run(`UPDATE clients SET ${field.column} = ? WHERE id = ?`, toColumn(field, value), id);
  }
}

export function* replaceRedirectUris(id: number, uris: readonly string[]): Unit<void> {
  yield* run(DELETE_URIS, id);
  for (const uri of uris) yield* run(INSERT_URI, id, uri);
}

/** The public `client_id`, or the internal id that refresh tokens carry. */
export type ClientName = string | number;

const NO_ID = -1;

const UNKNOWN = { id: NO_ID } as Row;

export function* readClient(name: ClientName): Unit<ClientAsStored | null> {
  const row = yield* typeof name === 'number'
    ? get<Row>(SELECT_BY.id, name)
    : get<Row>(SELECT_BY.clientId, storable(name));
  // The same work for an unknown client, or the answer's time would reveal which clients exist.
  const id = row?.id ?? NO_ID;
  const uris = yield* all<UriRow>(SELECT_URIS, id);
  const secrets = yield* all<SecretRow>(SELECT_SECRETS, id);
  const client = clientOf(row ?? UNKNOWN, uris, secrets);
  return row === undefined ? null : client;
}

/** The clients of an account, the newest first. */
export function* readClientsOf(accountId: string): Unit<ClientAsStored[]> {
  const rows = yield* all<Row>(SELECT_OF_ACCOUNT, accountId);
  const uris = yield* all<UriRow>(SELECT_URIS_OF_ACCOUNT, accountId);
  const secrets = yield* all<SecretRow>(SELECT_SECRETS_OF_ACCOUNT, accountId);
  return rows.map((row) => clientOf(row, uris, secrets));
}

function clientOf(row: Row, uris: readonly UriRow[], secrets: readonly SecretRow[]): ClientAsStored {
  return {
    ...row,
    ...fieldsBy<ClientFields>((field) => fromColumn(field, row[field.name] ?? null)),
    redirectUris: uris.filter(({ client }) => client === row.id).map(({ uri }) => uri),
    secrets: secrets.filter(({ client }) => client === row.id),
  };
}

/** PostgreSQL refuses a NUL, also in a comparison. */
const storable = (text: string) => (text.includes('\0') ? '' : text);

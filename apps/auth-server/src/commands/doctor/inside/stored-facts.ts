import type { ClientOrigin, ClientType } from '../../../protocol/client/client';
import type { KeyPurpose } from '../../../protocol/signing/key-chain';
import type { ScheduledKey } from '../../../protocol/signing/key-schedule';

export type DoctorKey = ScheduledKey & { purpose: KeyPurpose };

/** Rows of which only what the checks need is read: no secret, no hash, nothing sealed. */
export interface StoredFacts {
  migrations: readonly string[];
  /** `null`: no server has run on the database. */
  masterKeyCheck: string | null;
  keys: readonly DoctorKey[];
  secrets: readonly { clientId: string; createdAt: number }[];
  /** Those that are not plain https. */
  redirectUris: readonly StoredRedirectUri[];
  /** Applications with a secret that may leave PKCE out. */
  withoutPkce: number;
  /** Applications with a secret whose refresh tokens work without it. */
  withoutAuthentication: readonly string[];
  /** Entries that every service holds. */
  revocations: number;
  /** Until when a process runs the background jobs; `null`: none ever did. */
  leaseUntil: number | null;
}

export interface StoredRedirectUri {
  clientId: string;
  name: string;
  clientType: ClientType;
  origin: ClientOrigin;
  uri: string;
}

/** Reads all rows of a query; bigint columns may be text. */
export type Select = <Row>(text: string) => Promise<Row[]>;

const KEYS = `SELECT kid, alg, purpose, sequence, created_at AS "createdAt", signs_from AS "signsFrom",
  signs_until AS "signsUntil", longest_token_ttl AS "longestTokenTtl", compromised_at AS "compromisedAt"
  FROM signing_keys`;

const LIVING = 'c.revoked_at IS NULL AND c.enabled = TRUE';

/** The oldest of each application come first. */
const SECRETS = `SELECT c.client_id AS "clientId", s.created_at AS "createdAt" FROM client_secrets s
  JOIN clients c ON c.id = s.client_id WHERE s.revoked_at IS NULL AND s.expires_at IS NULL AND ${LIVING}
  ORDER BY s.created_at LIMIT 1000`;

const REDIRECT_URIS = `SELECT c.client_id AS "clientId", c.name, c.type AS "clientType", c.origin, u.uri
  FROM client_redirect_uris u
  JOIN clients c ON c.id = u.client_id
  WHERE ${LIVING} AND (u.uri NOT LIKE 'https://%' OR u.uri LIKE '%*%' OR u.uri LIKE '%#%' OR u.uri LIKE 'https://%@%')
  ORDER BY u.id LIMIT 1000`;

const WITHOUT_PKCE = `SELECT COUNT(*) AS count FROM clients c
  WHERE c.type = 'confidential' AND c.require_pkce = FALSE AND c.origin = 'console' AND ${LIVING}`;

const WITHOUT_AUTHENTICATION = `SELECT c.client_id AS "clientId" FROM clients c
  WHERE c.type = 'confidential' AND c.require_client_authentication = FALSE
    AND (c.grant_types IS NULL OR c.grant_types LIKE '%refresh_token%') AND ${LIVING} ORDER BY c.id LIMIT 1000`;

const MASTER_KEY = 'SELECT value FROM master_key_checks WHERE id = 1';
const REVOCATIONS = 'SELECT COUNT(*) AS count FROM revocations';
const LEASE = "SELECT expires_at AS until FROM leases WHERE name = 'jobs'";

export async function readStored(select: Select): Promise<StoredFacts> {
  const migrations = await select<{ name: string }>('SELECT name FROM migrations');
  const [check] = await select<{ value: string }>(MASTER_KEY);
  const keys = await select<DoctorKey>(KEYS);
  const secrets = await select<{ clientId: string; createdAt: number }>(SECRETS);
  const redirectUris = await select<StoredRedirectUri>(REDIRECT_URIS);
  const [without] = await select<{ count: number }>(WITHOUT_PKCE);
  const unauthenticated = await select<{ clientId: string }>(WITHOUT_AUTHENTICATION);
  const [published] = await select<{ count: number }>(REVOCATIONS);
  const [lease] = await select<{ until: number }>(LEASE);
  return {
    migrations: migrations.map(({ name }) => name),
    masterKeyCheck: check?.value ?? null,
    keys: keys.map(inNumbers),
    secrets: secrets.map((secret) => ({ ...secret, createdAt: Number(secret.createdAt) })),
    redirectUris,
    withoutPkce: Number(without?.count ?? 0),
    withoutAuthentication: unauthenticated.map(({ clientId }) => clientId),
    revocations: Number(published?.count ?? 0),
    leaseUntil: lease === undefined ? null : Number(lease.until),
  };
}

/** `pg` returns bigint as text. */
const inNumbers = (key: DoctorKey): DoctorKey => ({
  ...key,
  createdAt: Number(key.createdAt),
  signsFrom: Number(key.signsFrom),
  signsUntil: Number(key.signsUntil),
  compromisedAt: key.compromisedAt === null ? null : Number(key.compromisedAt),
});

import { decodeJwt, decodeProtectedHeader } from 'jose';
import type { RevocationKind } from '../../../apps/auth-server/src/endings/revocation-kind';
import { storedRows } from '../server/stored';

/** A row of `revocations`. Times in epoch milliseconds, `below` of a time in epoch seconds. */
export interface Entry {
  version: number;
  kind: RevocationKind;
  subject: string;
  clientId: string | null;
  below: number | null;
  at: number;
  expiresAt: number;
}

const SELECT = `SELECT version, kind, subject, client_id AS "clientId", below, at, expires_at AS "expiresAt"
  FROM revocations ORDER BY version`;

export async function readEntries(server: { dataDir: string }): Promise<Entry[]> {
  const rows = await storedRows<Entry>(server, SELECT);
  // PostgreSQL's driver returns bigint as text.
  return rows.map((row) => ({ ...row, at: Number(row.at), expiresAt: Number(row.expiresAt) }));
}

interface Claims {
  sub: string;
  client_id: string;
  iat: number;
  jti: string;
  fam?: string;
  ge?: number;
  rv?: number;
  gc?: string;
}

type Rule = (entry: Entry, claims: Claims, kid: string | undefined) => boolean;

const isOfGrant = (entry: Entry, { sub, gc, client_id }: Claims) =>
  entry.subject === sub && entry.clientId === (gc ?? client_id);
const isOfHolder = (entry: Entry, { sub }: Claims) => entry.subject === sub && entry.clientId === '';
const namesClient = ({ subject }: Entry, { client_id, gc, sub }: Claims) => [client_id, gc, sub].includes(subject);
const isBelow = ({ below }: Entry, value: number) => below !== null && value < below;

/** The rules of a service that knows nothing but its entries; written apart from those of the server and the guard. */
const REFUSES: Record<RevocationKind, Rule> = {
  family: ({ subject }, { fam }) => subject === fam,
  token: ({ subject }, { jti }) => subject === jti,
  grant: (entry, claims) => isOfGrant(entry, claims) && isBelow(entry, claims.ge ?? 0),
  reissue: (entry, claims) => (isOfGrant(entry, claims) || isOfHolder(entry, claims)) && isBelow(entry, claims.rv ?? 0),
  account: ({ subject }, { sub }) => subject === sub,
  client: (entry, claims) => namesClient(entry, claims) && isBelow(entry, claims.iat),
  disabled: namesClient,
  enabled: () => false,
  key: ({ subject }, _, kid) => subject === kid,
  before: (entry, { iat }) => isBelow(entry, iat),
};

/** Whether a service that holds these rows accepts an access token that it has verified. */
export function isAcceptedByEntries(token: string, entries: readonly Entry[]): boolean {
  const claims = decodeJwt<Claims>(token) as Claims;
  const { kid } = decodeProtectedHeader(token);
  return !statesOnly(entries).some((entry) => REFUSES[entry.kind](entry, claims, kid));
}

/** Of those that disable or enable an application, the one with the highest version. */
function statesOnly(entries: readonly Entry[]): Entry[] {
  const isState = ({ kind }: Entry) => kind === 'disabled' || kind === 'enabled';
  const isOld = (entry: Entry) =>
    entries.some((other) => isState(other) && other.subject === entry.subject && other.version > entry.version);
  return entries.filter((entry) => !isState(entry) || !isOld(entry));
}

import { randomBytes } from 'node:crypto';
import type { Clock } from '../../platform/config/clock';
import type { Settings } from '../../platform/config/settings';
import { type Unit, get, run } from '../../platform/database/sql';
import { endingsOf } from '../../platform/database/table-facts';
import type { Units } from '../../platform/database/units';
import { recordEvent } from '../../platform/events/events';
import { DerivedKeys } from '../../model/keys/derived-keys';
import { ENTITIES } from '../../model/entities';
import { KeyReplacement } from '../../model/keys/signing/key-replacement';
import { SigningKeyRepository } from '../../model/keys/signing/signing-key.repository';
import { EARLIER_REFUSED, endEverything } from '../end-everything';
import { type Counts, spellCounts } from '../spell-counts';
import { LAST_EVENT, type LastEvent, count, countLost, countOld, keepEnded } from './replaced-database';

export interface RestoreOptions {
  keepRoles: boolean;
  /** Why the replaced database tells nothing; null: its temporary tables are there. */
  unknown: string | null;
}

/** Names a new history of revocations: services then read all of it again (ADR 42). */
const BEGIN_LOG = 'UPDATE revocation_logs SET log = ?';
const COUNT = (table: string, which: string) => `SELECT COUNT(*) AS count FROM ${table} WHERE ${which}`;
const TAKE_ROLES = `UPDATE accounts SET admin_since = NULL, developer_since = NULL
  WHERE admin_since IS NOT NULL OR developer_since IS NOT NULL`;

/** With what `compare` counts, where the replaced database can be read. */
const LOST_TOO = 'consents, client secrets, redirect URIs, changes of names and settings, events, usage figures';

/** Also what was issued after the backup, which then has no row for it. */
const WORKS_NO_MORE = ['refresh tokens', ...endingsOf(ENTITIES).map(({ counted }) => counted)].join(', ');

/**
 * Makes a copied backup a database to go on with, in one transaction: everything usable ends, new keys sign, and what the
 * replaced database shows as ended stays so (ADR 15).
 *
 * @returns the text to print.
 */
export async function finishRestore(
  units: Units,
  { settings, clock }: { settings: Settings; clock: Clock },
  { keepRoles, unknown }: RestoreOptions,
): Promise<string> {
  const now = clock.now();
  const last = await units.read(() => get<LastEvent>(LAST_EVENT));
  const since = unknown === null ? await units.write(() => compare(now)) : spellUnknown(unknown);
  const roles = await units.write(() => judgeRoles(keepRoles));
  const derive = () => DerivedKeys.load(settings, units, now);
  const keys = new KeyReplacement(new SigningKeyRepository(units), settings, clock, derive);
  const { made } = await keys.replaceCompromised({ address: null });
  const ended = await units.write(() => end(now, settings.ttl.accessToken));
  const back = await units.read(countGivenBack);
  return `${spellTime(last)}
ended (possibly used since the backup): ${spellCounts(ended)}
${since}restored: ${spellCounts(back)}
${roles}
new signing keys: ${made.length}
nothing issued before works any longer, whether or not it was revoked since the backup: ${WORKS_NO_MORE}
${EARLIER_REFUSED}`;
}

function* compare(now: number): Unit<string> {
  const kept = yield* keepEnded(now);
  const lost = yield* countLost();
  const old = yield* countOld();
  return `kept as in the replaced database: ${spellCounts(kept)}
lost (created after the backup): ${spellCounts(lost)}
also lost, not counted: ${LOST_TOO} created since
reset to the backup (changed since): ${spellCounts(old)}
`;
}

const spellUnknown = (fault: string) =>
  `the replaced database is not read (${fault}): what was closed, switched off or deleted since the backup is restored
lost, not counted: accounts, applications, ${LOST_TOO} created since
`;

/** No row says when a backup was made: each event is one. */
const spellTime = (last: LastEvent | undefined) =>
  last === undefined
    ? 'the time of the backup is unknown: it has no events'
    : `the backup was made at ${new Date(last.at).toISOString()} or later: its last event is from then`;

function* judgeRoles(keepRoles: boolean): Unit<string> {
  const roles = {
    administrators: yield* count(COUNT('accounts', 'admin_since IS NOT NULL')),
    developers: yield* count(COUNT('accounts', 'developer_since IS NOT NULL')),
  };
  if (keepRoles) return `roles restored: ${spellCounts(roles)}`;
  yield* run(TAKE_ROLES);
  return `roles removed (--keep-roles keeps them): ${spellCounts(roles)}`;
}

function* countGivenBack(): Unit<Counts> {
  return {
    accounts: yield* count(COUNT('accounts', 'closed_at IS NULL')),
    applications: yield* count(COUNT('clients', 'revoked_at IS NULL')),
    'client secrets': yield* count(
      COUNT('client_secrets s JOIN clients c ON c.id = s.client_id', 's.revoked_at IS NULL AND c.revoked_at IS NULL'),
    ),
    grants: yield* count(COUNT('grants', 'revoked_at IS NULL')),
  };
}

function* end(now: number, accessTokenTtl: number): Unit<Counts> {
  const ended = yield* endEverything(now, accessTokenTtl);
  yield* run(BEGIN_LOG, randomBytes(16).toString('base64url'));
  yield* recordEvent({ at: now, kind: 'database.restored', address: null });
  return ended;
}

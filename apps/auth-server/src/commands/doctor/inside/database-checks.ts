import { MIGRATIONS } from '../../../platform/database/migrations';
import { findOtherVersion } from '../../../platform/database/migrate';
import { isLoopbackHost } from '../../../protocol/text/loopback';
import { type Check, type Finding, failure, skipped, some, unknown, warning, well } from '../check';
import type { InsideFacts } from './inside-facts';
import type { EngineFacts } from './engine-facts';

type Of<Engine extends EngineFacts['engine']> = Extract<EngineFacts, { engine: Engine }>;

const NAMES = { sqlite: 'SQLite', postgres: 'PostgreSQL' };

/** A check of one engine. */
function on<Engine extends EngineFacts['engine']>(
  { settings, databaseFault, engine: facts }: InsideFacts,
  engine: Engine,
  run: (facts: Of<Engine>) => Finding,
): Finding {
  if (settings.database.engine !== engine) return skipped(`the database is not ${NAMES[engine]}`);
  return facts === null ? unknown(databaseFault ?? '') : run(facts as Of<Engine>);
}

const POSTGRES = 'how-to/postgresql.md: Keep PostgreSQL right';
const OLDEST_POSTGRES = 15;
const GIGABYTE = 1e9;
/** Connections that PostgreSQL keeps for superusers. */
const RESERVED = 3;

export const DATABASE_CHECKS: readonly Check<InsideFacts>[] = [
  {
    id: 'database',
    title: 'the database can be read and has this version',
    clause: 'how-to/upgrade.md: One server',
    run({ databaseFault, stored }) {
      const cure = 'run this command as the user of the server and with its settings';
      if (stored === null) return failure(databaseFault ?? '', cure);
      const other = findOtherVersion(stored.migrations);
      if (other !== undefined) return failure(`it is ${other}`, 'use the command of that version');
      if (stored.migrations.length === MIGRATIONS.length) return well();
      return failure('it has an earlier version: an old server is running on it', 'start the new server');
    },
  },
  {
    id: 'database-sound',
    title: 'the SQLite file is intact, and every row refers to one that exists',
    clause: 'how-to/back-up-and-restore.md: SQLite',
    run: (facts) =>
      on(facts, 'sqlite', ({ fault, orphans }) => {
        const cure = 'restore the last backup: npm run restore -- <file>';
        if (fault !== null) return failure(fault, cure);
        return orphans === null ? well() : failure(`a row of ${orphans} refers to one that no longer exists`, cure);
      }),
  },
  {
    id: 'local-disk',
    title: 'the SQLite file is on a local disk',
    clause: 'databases.md: SQLite',
    run: (facts) =>
      on(facts, 'sqlite', () => {
        if (!facts.files.isRemote) return well();
        return failure('it is on a network file system', 'move it to a local disk, or to PostgreSQL: npm run move');
      }),
  },
  {
    id: 'disk-space',
    title: 'the disk has at least a gigabyte left',
    clause: POSTGRES,
    run({ files: { freeBytes } }) {
      if (freeBytes === null) return unknown('the file system does not say');
      const left = `${(freeBytes / GIGABYTE).toFixed(1)} GB are left`;
      return freeBytes >= GIGABYTE
        ? well(left)
        : warning(left, 'free up space: on a full disk every write is answered with 503');
    },
  },
  {
    id: 'durable-commits',
    title: 'a commit of PostgreSQL survives a crash',
    clause: POSTGRES,
    run: (facts) =>
      on(facts, 'postgres', ({ settings }) => {
        const off = ['synchronous_commit', 'fsync', 'full_page_writes'].filter((name) => settings[name] === 'off');
        if (off.length === 0) return well();
        return failure(
          `off: ${off.join(', ')}: a crash makes spent tokens usable again`,
          `set ${off.join(', ')} to on`,
        );
      }),
  },
  {
    id: 'autovacuum',
    title: 'PostgreSQL vacuums by itself',
    clause: POSTGRES,
    run: (facts) =>
      on(facts, 'postgres', ({ settings, unvacuumed }) => {
        if (settings['autovacuum'] === 'off') return failure('autovacuum is off', 'autovacuum = on');
        if (unvacuumed.length === 0) return well();
        return failure(`not of ${some(unvacuumed)}`, 'ALTER TABLE … RESET (autovacuum_enabled)');
      }),
  },
  {
    id: 'connections',
    title: 'PostgreSQL has enough connections for a server',
    clause: POSTGRES,
    run: (facts) =>
      on(facts, 'postgres', ({ settings }) => {
        const { database } = facts.settings;
        const needed = (database.engine === 'postgres' ? database.poolSize : 0) + 1;
        const most = Number(settings['max_connections']) - RESERVED;
        if (needed <= most) return well(`${needed} of ${most} for each server`);
        return failure(
          `${needed} are needed, ${most} are available`,
          'raise max_connections, or lower DATABASE_POOL_SIZE',
        );
      }),
  },
  {
    id: 'postgres-version',
    title: `PostgreSQL has version ${OLDEST_POSTGRES} or later`,
    clause: 'databases.md: Engines',
    run: (facts) =>
      on(facts, 'postgres', ({ version }) =>
        version >= OLDEST_POSTGRES
          ? well(`${version}`)
          : failure(`it is ${version}, which is not tested`, 'upgrade it'),
      ),
  },
  {
    id: 'database-role',
    title: 'the role of the server is not a superuser',
    clause: POSTGRES,
    run: (facts) =>
      on(facts, 'postgres', ({ isSuperuser }) =>
        isSuperuser
          ? warning('it is a superuser', 'ALTER ROLE … NOSUPERUSER: it needs nothing but its database')
          : well(),
      ),
  },
  {
    id: 'database-tls',
    title: 'a network connection to PostgreSQL uses TLS',
    clause: POSTGRES,
    run({ settings: { database } }) {
      if (database.engine === 'sqlite') return skipped('the database is not PostgreSQL');
      const { hostname, searchParams } = new URL(database.url);
      if (/^(%2f|$)/i.test(hostname) || isLoopbackHost(hostname)) return well('it is on this machine');
      if (searchParams.get('sslmode') === 'verify-full') return well();
      return failure(
        `sslmode of DATABASE_URL is ${searchParams.get('sslmode') ?? 'not set'}`,
        'add ?sslmode=verify-full',
      );
    },
  },
];

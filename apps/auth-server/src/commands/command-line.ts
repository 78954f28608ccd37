import { parseArguments } from './command-arguments';
import { StartError } from '../platform/config/settings-error';

export const BACKUP_HELP = `Usage: npm run backup -- <file>

Writes the SQLite database into a new file. The server may be running.
DATA_DIR or DATABASE_URL name the database: set them as for the server.
`;

export const RESTORE_HELP = `Usage: npm run restore -- <file>
       npm run restore -- --yes

Stop the server first. On SQLite: replaces the database by a file that npm run backup wrote, and keeps the replaced one
beside it. On PostgreSQL, after pg_restore, without a file: ends all sessions, codes and tokens that may have been used
since the backup, and makes every service refuse every access token issued before. It asks on a terminal; --yes answers.
DATA_DIR or DATABASE_URL name the database, MASTER_KEY or DATA_DIR the master key: set them as for the server.
`;

export const MOVE_HELP = `Usage: npm run move
       npm run move -- <file>

Stop the server first. Copies all rows of SQLite (DATA_DIR's auth.sqlite, or the file given) into the empty PostgreSQL
database that DATABASE_URL names, and renames the file. Sessions and tokens stay valid.
MASTER_KEY or DATA_DIR name the master key, which stays the same: set them as for the server.
`;

export interface RestoreLine {
  file: string | undefined;
  yes: boolean;
}

/** @returns the file to write; `null` for `--help`. */
export function parseBackupLine(given: readonly string[]): string | null {
  const { help, yes, file } = parse(given, 'backup');
  if (help) return null;
  if (yes) throw misused('--yes is for restore alone', 'backup');
  if (file === undefined) throw misused('the file to write is missing', 'backup');
  return file;
}

/** @returns `null` for `--help`. */
export function parseRestoreLine(given: readonly string[]): RestoreLine | null {
  const { help, yes, file } = parse(given, 'restore');
  return help ? null : { file, yes };
}

/** @returns the file to move; `undefined` for DATA_DIR's; `null` for `--help`. */
export function parseMoveLine(given: readonly string[]): { file: string | undefined } | null {
  const { help, yes, file } = parse(given, 'move');
  if (help) return null;
  if (yes) throw misused('--yes is for restore alone', 'move');
  return { file };
}

function parse(given: readonly string[], command: string) {
  const wrong = (problem: string) => misused(problem, command);
  const { values, positionals } = parseArguments(given, { yes: { type: 'boolean' } }, wrong);
  const [file, ...rest] = positionals;
  if (rest.length > 0) throw wrong('too much is given: one file is enough');
  if (file === '') throw wrong('the file has no name');
  return { file, yes: values.yes === true, help: values.help === true };
}

const misused = (problem: string, command: string) => new StartError(`${problem}; see npm run ${command} -- --help`);

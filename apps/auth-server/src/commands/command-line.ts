import type { ParseArgsConfig } from 'node:util';
import { parseArguments } from './command-arguments';
import { StartError } from '../platform/config/settings-error';

export const BACKUP_HELP = `Usage: npm run backup -- <file>

Writes the SQLite database into a new file. The server may be running.
DATA_DIR or DATABASE_URL name the database: set them as for the server.
`;

export const RESTORE_HELP = `Usage: npm run restore -- <file> [--keep-roles]
       npm run restore -- --yes [--keep-roles] [--replaced <url>]

Stop the server first. On SQLite: replaces the database by a file that npm run backup wrote, and keeps the replaced one
beside it. On PostgreSQL, after pg_restore, without a file: --yes answers what it asks on a terminal, and --replaced
names the database that was there before. On both, all sessions, codes, mailed links and tokens end, new keys sign, and
every service refuses every access token issued before. What the replaced database shows as closed, switched off or
deleted stays so. Developers and administrators lose their roles unless --keep-roles is given.
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
  /** Of the PostgreSQL database that the backup replaces. */
  replaced: string | undefined;
  keepRoles: boolean;
  yes: boolean;
}

const RESTORE_OPTIONS = {
  yes: { type: 'boolean' },
  'keep-roles': { type: 'boolean' },
  replaced: { type: 'string' },
} as const;

/** @returns the file to write; `null` for `--help`. */
export function parseBackupLine(given: readonly string[]): string | null {
  const { help, file } = parse(given, 'backup');
  if (help) return null;
  if (file === undefined) throw misused('the file to write is missing', 'backup');
  return file;
}

/** @returns `null` for `--help`. */
export function parseRestoreLine(given: readonly string[]): RestoreLine | null {
  const { help, file, values } = parse(given, 'restore', RESTORE_OPTIONS);
  if (help) return null;
  const { replaced } = values;
  if (replaced !== undefined && !/^postgres(ql)?:\/\//.test(replaced))
    throw misused('--replaced must be a URL of PostgreSQL, postgres://…', 'restore');
  return { file, replaced, keepRoles: values['keep-roles'] === true, yes: values.yes === true };
}

/** @returns the file to move; `undefined` for DATA_DIR's; `null` for `--help`. */
export function parseMoveLine(given: readonly string[]): { file: string | undefined } | null {
  const { help, file } = parse(given, 'move');
  return help ? null : { file };
}

function parse<const Options extends NonNullable<ParseArgsConfig['options']> = Record<never, never>>(
  given: readonly string[],
  command: string,
  options = {} as Options,
) {
  const wrong = (problem: string) => misused(problem, command);
  const { values, positionals } = parseArguments(given, options, wrong);
  const [file, ...rest] = positionals;
  if (rest.length > 0) throw wrong('too much is given: one file is enough');
  if (file === '') throw wrong('the file has no name');
  return { file, values, help: (values as { help?: boolean }).help === true };
}

const misused = (problem: string, command: string) => new StartError(`${problem}; see npm run ${command} -- --help`);

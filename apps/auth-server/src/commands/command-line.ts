import { parseArguments } from './command-arguments';
import { StartError } from '../config/settings-error';

export const BACKUP_HELP = `Usage: npm run backup -- <file>

Writes the SQLite database into a new file, beside a running server or without one.
DATA_DIR or DATABASE_URL say which database, as they do to the server.
`;

export const RESTORE_HELP = `Usage: npm run restore -- <file>
       npm run restore -- --yes

Stop the server first. With a file that npm run backup wrote: puts it in the place of the SQLite database, which is
kept beside it. Without one, on PostgreSQL, after pg_restore: ends whatever may have been used since the backup, once
you have said yes, on a terminal or by --yes.
DATA_DIR or DATABASE_URL say which database, MASTER_KEY or DATA_DIR which key, as they do to the server.
`;

export const MOVE_HELP = `Usage: npm run move
       npm run move -- <file>

Stop the server first. Takes everything from SQLite, DATA_DIR's auth.sqlite or the file given, into the empty PostgreSQL
database that DATABASE_URL names, and gives the file another name. Whoever is signed in or has tokens goes on.
MASTER_KEY or DATA_DIR say which key, as they do to the server: it stays the same.
`;

export interface RestoreLine {
  file: string | undefined;
  yes: boolean;
}

/** @returns the file to write; `null` where help is asked for. */
export function parseBackupLine(given: readonly string[]): string | null {
  const { help, yes, file } = parse(given, 'backup');
  if (help) return null;
  if (yes) throw misused('--yes is for restore alone', 'backup');
  if (file === undefined) throw misused('the file to write is missing', 'backup');
  return file;
}

/** @returns `null` where help is asked for. */
export function parseRestoreLine(given: readonly string[]): RestoreLine | null {
  const { help, yes, file } = parse(given, 'restore');
  return help ? null : { file, yes };
}

/** @returns the file to move, where it is not DATA_DIR's; `null` where help is asked for. */
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

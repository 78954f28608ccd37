import { parseArguments } from '../config/command-arguments';
import { AccountCommandError } from './account-command-error';

export const ACCOUNT_COMMAND_HELP = `Usage: npm run account -- <command>

  add <email> [--name <name>]  makes an account; the name defaults to what stands before the @
  password <email>             sets the password of an account and ends its sessions
  remove <email>               closes an account: its sessions, grants and applications end, its e-mail is erased

A password has 8 to 256 characters. It is asked for on a terminal, else read from standard input.
DATA_DIR or DATABASE_URL say which database, as they do to the server, which may be running.
`;

export interface AccountCommandLine {
  action: 'add' | 'password' | 'remove';
  email: string;
  /** For `add` alone. */
  name: string | undefined;
}

const ACTIONS = ['add', 'password', 'remove'] as const;

/**
 * Reads the arguments of the account command.
 *
 * @returns `null` where help is asked for.
 * @throws AccountCommandError.
 */
export function parseAccountCommandLine(
  given: readonly string[],
  environment: NodeJS.ProcessEnv,
): AccountCommandLine | null {
  const { values, positionals } = parseArguments(given, { name: { type: 'string' } }, misused, environment);
  if (values.help) return null;
  const [command, email, ...rest] = positionals;
  const action = ACTIONS.find((known) => known === command);
  if (command === undefined) throw misused('a command is missing');
  if (action === undefined) throw misused(`${JSON.stringify(command)} is no command`);
  if (email === undefined) throw misused('the e-mail is missing');
  if (rest.length > 0) throw misused('too much is given; a password is never an argument');
  if (values.name !== undefined && action !== 'add') throw misused('--name is for add alone');
  return { action, email, name: values.name };
}

const misused = (problem: string) => new AccountCommandError(`${problem}; see npm run account -- --help`);

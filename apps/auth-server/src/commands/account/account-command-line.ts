import { parseArguments } from '../command-arguments';
import { StartError } from '../../config/settings-error';

export const ACCOUNT_COMMAND_HELP = `Usage: npm run account -- <command>

  add <email> [--name <name>]  makes an account; the name defaults to what stands before the @
  password <email> [--end-grants]
                               sets the password of an account and ends its sessions; applications that it connected
                               keep their access, unless --end-grants ends that too
  developer <email or id> [--remove]
                               lets an account register applications where DEVELOPERS is invited, or no more;
                               by its id, where it signs in at a trusted issuer
  remove <email>               closes an account: its sessions, grants and applications end, its e-mail is erased

A password has 8 to 256 characters. It is asked for on a terminal, else read from standard input.
DATA_DIR or DATABASE_URL say which database, as they do to the server, which may be running.
`;

const ACTIONS = ['add', 'password', 'developer', 'remove'] as const;

export interface AccountCommandLine {
  action: (typeof ACTIONS)[number];
  /** For `developer` it may be the account's id. */
  email: string;
  /** For `add` alone. */
  name: string | undefined;
  /** For `password` alone. */
  endGrants: boolean;
  /** For `developer` alone: whether to take the role back. */
  remove: boolean;
}

const OPTIONS = {
  name: { type: 'string' },
  'end-grants': { type: 'boolean' },
  remove: { type: 'boolean' },
} as const;

/**
 * Reads the arguments of the account command.
 *
 * @returns `null` where help is asked for.
 * @throws StartError.
 */
export function parseAccountCommandLine(
  given: readonly string[],
  environment: NodeJS.ProcessEnv,
): AccountCommandLine | null {
  const { values, positionals } = parseArguments(given, OPTIONS, misused, environment);
  const { name, 'end-grants': endGrants = false, remove = false } = values;
  if (values.help) return null;
  const [command, email, ...rest] = positionals;
  const action = ACTIONS.find((known) => known === command);
  if (command === undefined) throw misused('a command is missing');
  if (action === undefined) throw misused(`${JSON.stringify(command)} is no command`);
  if (email === undefined) throw misused('the e-mail is missing');
  if (rest.length > 0) throw misused('too much is given; a password is never an argument');
  if (name !== undefined && action !== 'add') throw misused('--name is for add alone');
  if (endGrants && action !== 'password') throw misused('--end-grants is for password alone');
  if (remove && action !== 'developer') throw misused('--remove is for developer alone');
  return { action, email, name, endGrants, remove };
}

const misused = (problem: string) => new StartError(`${problem}; see npm run account -- --help`);

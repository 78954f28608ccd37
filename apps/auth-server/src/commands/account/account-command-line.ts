import { parseArguments } from '../command-arguments';
import { StartError } from '../../config/settings-error';

export const ACCOUNT_COMMAND_HELP = `Usage: npm run account -- <command>

  add <email> [--name <name>]  creates an account; the name defaults to the part before the @
  password <email> [--end-grants]
                               sets the password of an account and ends its sessions; its connected applications keep
                               their access, unless --end-grants is given
  developer <email or id> [--remove]
                               lets an account register applications where DEVELOPERS is invited; --remove ends that;
                               give the id of an account that signs in at a trusted issuer
  remove <email>               closes an account: ends its sessions, grants and applications, erases its e-mail

A password has 8 to 256 characters. On a terminal the command asks for it, else reads it from standard input.
DATA_DIR or DATABASE_URL name the database: set them as for the server, which may be running.
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
  /** For `developer` alone: removes the role. */
  remove: boolean;
}

const OPTIONS = {
  name: { type: 'string' },
  'end-grants': { type: 'boolean' },
  remove: { type: 'boolean' },
} as const;

/**
 * @returns `null` for `--help`.
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

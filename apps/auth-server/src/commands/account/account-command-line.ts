import { parseArguments } from '../command-arguments';
import { StartError } from '../../platform/config/settings-error';

export const ACCOUNT_COMMAND_HELP = `Usage: npm run account -- <command>

  add <email> [--name <name>]  creates an account; the name defaults to the part before the @
  password <email> [--end-grants]
                               sets the password of an account and ends its sessions; its connected applications keep
                               their access, unless --end-grants is given
  developer <email or id> [--unverified] [--remove]
                               lets an account register applications where DEVELOPERS is invited; --remove ends that;
                               give the id of an account that signs in at a trusted issuer
  admin <email> [--unverified] [--remove]
                               makes an account an administrator (docs/administration.md); --remove ends that, but for the last;
                               where MAIL_URL is set, both roles need a confirmed e-mail, unless --unverified is given
  claims-changed <email or id> refuses the access tokens that an account's applications have; they get new ones by their
                               refresh tokens
  remove <email>               closes an account: ends its sessions, grants and applications, erases its e-mail

A password has 8 to 256 characters, and is neither a common one nor the name or e-mail of the account. On a terminal the command asks for it, else reads it from standard input.
DATA_DIR or DATABASE_URL name the database: set them as for the server, which may be running.
`;

const ACTIONS = ['add', 'password', 'developer', 'admin', 'claims-changed', 'remove'] as const;

export interface AccountCommandLine {
  action: (typeof ACTIONS)[number];
  /** But for `add`, `password` and `remove` it may be the account's id. */
  email: string;
  /** For `add` alone. */
  name: string | undefined;
  /** For `password` alone. */
  endGrants: boolean;
  /** For `developer` and `admin`: removes the role. */
  remove: boolean;
  /** For `developer` and `admin`: gives the role to an account whose e-mail was not confirmed. */
  unverified: boolean;
}

const OPTIONS = {
  name: { type: 'string' },
  'end-grants': { type: 'boolean' },
  remove: { type: 'boolean' },
  unverified: { type: 'boolean' },
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
  const { name, 'end-grants': endGrants = false, remove = false, unverified = false } = values;
  if (values.help) return null;
  const [command, email, ...rest] = positionals;
  const action = ACTIONS.find((known) => known === command);
  if (command === undefined) throw misused('a command is missing');
  if (action === undefined) throw misused(`${JSON.stringify(command)} is no command`);
  if (email === undefined) throw misused('the e-mail is missing');
  if (rest.length > 0) throw misused('too much is given; a password is never an argument');
  if (name !== undefined && action !== 'add') throw misused('--name is for add alone');
  if (endGrants && action !== 'password') throw misused('--end-grants is for password alone');
  const isRole = action === 'developer' || action === 'admin';
  if (remove && !isRole) throw misused('--remove is for developer and admin');
  if (unverified && (!isRole || remove)) throw misused('--unverified is for developer and admin, without --remove');
  return { action, email, name, endGrants, remove, unverified };
}

const misused = (problem: string) => new StartError(`${problem}; see npm run account -- --help`);

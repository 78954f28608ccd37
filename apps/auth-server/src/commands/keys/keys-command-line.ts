import { parseArguments } from '../command-arguments';
import { StartError } from '../../platform/config/settings-error';

export const KEYS_COMMAND_HELP = `Usage: npm run keys -- <command>

  list                  lists past, present and announced signing keys, and until when each is in the JWKS
  rotate                announces the next key now, ahead of the schedule; it signs after KEY_ANNOUNCE
  rotate --compromised  for leaked keys: removes them all from signing and from the JWKS; a new one signs at once
  replace-master-key    for a leaked master key: replaces it and ends all sign-in sessions, refresh tokens, codes and
                        requests. Stop every server first

Set DATABASE_URL or DATA_DIR, MASTER_KEY, ACCESS_TOKEN_ALG, ACCESS_TOKEN_TTL and KEY_* as for the server. Servers may be
running, but for the last command. It replaces MASTER_KEY by NEW_MASTER_KEY, or the file in DATA_DIR by a random key.
`;

export type KeysCommandLine = 'list' | 'rotate' | 'rotate --compromised' | 'replace-master-key';

const COMMANDS = ['list', 'rotate', 'replace-master-key'] as const;

/**
 * @returns `null` for `--help`.
 * @throws StartError.
 */
export function parseKeysCommandLine(given: readonly string[], environment: NodeJS.ProcessEnv): KeysCommandLine | null {
  const options = { compromised: { type: 'boolean' } } as const;
  const { values, positionals } = parseArguments(given, options, misused, environment);
  if (values.help) return null;
  const [name, ...rest] = positionals;
  if (name === undefined) throw misused('a command is missing');
  const command = COMMANDS.find((known) => known === name);
  if (command === undefined) throw misused(`${JSON.stringify(name)} is no command`);
  if (rest.length > 0) throw misused('too much is given');
  if (!values.compromised) return command;
  if (command !== 'rotate') throw misused('--compromised is for rotate alone');
  return 'rotate --compromised';
}

const misused = (problem: string) => new StartError(`${problem}; see npm run keys -- --help`);

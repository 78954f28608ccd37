import { parseArguments } from '../command-arguments';
import { StartError } from '../../config/settings-error';

export const KEYS_COMMAND_HELP = `Usage: npm run keys -- <command>

  list                  the keys that sign tokens, will or did, and until when each is public
  rotate                announces the next key now instead of by the schedule; it signs after KEY_ANNOUNCE
  rotate --compromised  somebody may have the keys: none of them signs or is public any more, a new one signs at once
  replace-master-key    somebody may have the master key: a new one takes its place, and all sign-in sessions, refresh
                        tokens, codes and requests end. Stop every server first

DATABASE_URL or DATA_DIR say which database, MASTER_KEY or DATA_DIR which key, ACCESS_TOKEN_ALG, ACCESS_TOKEN_TTL and
KEY_* how keys are kept: give them as the server has them. For all commands but the last it may be running, in any
number of processes. Where the servers have MASTER_KEY, NEW_MASTER_KEY is what replaces it; DATA_DIR's file is replaced
by a random one.
`;

export type KeysCommandLine = 'list' | 'rotate' | 'rotate --compromised' | 'replace-master-key';

const COMMANDS = ['list', 'rotate', 'replace-master-key'] as const;

/**
 * Reads the arguments of the keys command.
 *
 * @returns `null` where help is asked for.
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

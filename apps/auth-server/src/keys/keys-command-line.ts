import { parseArguments } from '../config/command-arguments';
import { StartError } from '../config/settings-error';

export const KEYS_COMMAND_HELP = `Usage: npm run keys -- <command>

  list                  the keys that sign tokens, will or did, and until when each is public
  rotate                announces the next key now instead of by the schedule; it signs after KEY_ANNOUNCE
  rotate --compromised  somebody may have the keys: none of them signs or is public any more, a new one signs at once

DATABASE_URL or DATA_DIR say which database, MASTER_KEY or DATA_DIR which key, ACCESS_TOKEN_ALG, ACCESS_TOKEN_TTL and
KEY_* how keys are kept: give them as the server has them. It may be running, in any number of processes.
`;

export type KeysCommandLine = 'list' | 'rotate' | 'rotate --compromised';

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
  const [command, ...rest] = positionals;
  if (command === undefined) throw misused('a command is missing');
  if (command !== 'list' && command !== 'rotate') throw misused(`${JSON.stringify(command)} is no command`);
  if (rest.length > 0) throw misused('too much is given');
  if (!values.compromised) return command;
  if (command === 'list') throw misused('--compromised is for rotate alone');
  return 'rotate --compromised';
}

const misused = (problem: string) => new StartError(`${problem}; see npm run keys -- --help`);

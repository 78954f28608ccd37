import { type ParseArgsConfig, parseArgs } from 'node:util';

const HELP = { help: { type: 'boolean', short: 'h' } } as const;

/**
 * Parses the arguments of a command, including `--help`.
 *
 * @param environment holds `npm_config_<option>` for each option that npm consumed because no `--` preceded it.
 * @throws the error that `misused` makes of the problem.
 */
export function parseArguments<const Options extends NonNullable<ParseArgsConfig['options']>>(
  given: readonly string[],
  options: Options,
  misused: (problem: string) => Error,
  environment: NodeJS.ProcessEnv = {},
) {
  const kept = Object.keys(options).find((name) => Boolean(environment[`npm_config_${name.replaceAll('-', '_')}`]));
  if (kept !== undefined) throw misused(`npm kept --${kept} for itself: options stand after "--"`);
  try {
    return parseArgs({ args: [...given], options: { ...options, ...HELP }, allowPositionals: true });
  } catch (error) {
    throw misused(String((error as Error).message.split('. ')[0]));
  }
}

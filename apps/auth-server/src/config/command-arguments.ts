import { type ParseArgsConfig, parseArgs } from 'node:util';

const HELP = { help: { type: 'boolean', short: 'h' } } as const;

/**
 * Reads the arguments of a command, `--help` among them.
 *
 * @throws what `misused` makes of the problem.
 */
export function parseArguments<const Options extends NonNullable<ParseArgsConfig['options']>>(
  given: readonly string[],
  options: Options,
  misused: (problem: string) => Error,
) {
  try {
    return parseArgs({ args: [...given], options: { ...options, ...HELP }, allowPositionals: true });
  } catch (error) {
    throw misused(String((error as Error).message.split('. ')[0]));
  }
}

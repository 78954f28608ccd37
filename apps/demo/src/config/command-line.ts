import { parseArgs } from 'node:util';
import { DemoError } from '../demo-error';

export const HELP = `Usage: npm start [-- --data <dir>]

Starts the auth server and the example service on this machine, with a demo account and application,
and writes a transcript of the six steps to run or to paste into another terminal.

  --data <dir>  folder for databases, logs, credentials and transcript (default: data/demo)
  --help        this text

Environment: AUTH_URL (default http://localhost:3000), BASE_URL (default http://localhost:3001),
CALLBACK_URL (default http://localhost:8080/callback)`;

export interface CommandLine {
  readonly help: boolean;
  readonly data: string | undefined;
}

export function parseCommandLine(args: string[]): CommandLine {
  try {
    const { values } = parseArgs({ args, options: { data: { type: 'string' }, help: { type: 'boolean' } } });
    return { help: values.help ?? false, data: values.data };
  } catch (error) {
    throw new DemoError(`${(error as Error).message.split('. ')[0]}; see --help`);
  }
}

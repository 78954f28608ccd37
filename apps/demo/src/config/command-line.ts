import { parseArgs } from 'node:util';
import { DemoError } from '../demo-error';

export const HELP = `Usage: npm start [-- [--own-login] [--data <dir>]]

Starts the auth server and the example service on this machine, with a demo account and application,
and writes a transcript of the six steps to run or to paste into another terminal.

  --own-login   lets people sign in at an application that has a table of users and a login of its own
                (examples/own-login), which is started too; without the transcript, as curl has no password to send
  --data <dir>  folder for databases, logs, credentials and transcript (default: data/demo, and data/demo-own-login)
  --help        this text

Environment: AUTH_URL (default http://localhost:3000), BASE_URL (default http://localhost:3001),
CALLBACK_URL (default http://localhost:8080/callback), with --own-login APP_URL (default http://localhost:3002)`;

export interface CommandLine {
  readonly help: boolean;
  readonly data: string | undefined;
  readonly ownLogin: boolean;
}

const OPTIONS = {
  data: { type: 'string' },
  'own-login': { type: 'boolean', default: false },
  help: { type: 'boolean', default: false },
} as const;

export function parseCommandLine(args: string[]): CommandLine {
  try {
    const { help, data, 'own-login': ownLogin } = parseArgs({ args, options: OPTIONS }).values;
    return { help, data, ownLogin };
  } catch (error) {
    throw new DemoError(`${(error as Error).message.split('. ')[0]}; there are --own-login, --data <dir> and --help`);
  }
}

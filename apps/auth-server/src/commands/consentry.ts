#!/usr/bin/env node
import 'reflect-metadata';
import { type Clock, systemClock } from '../platform/config/clock';
import { explainFailure } from '../explain-failure';
import type { CommandOutcome } from './command-outcome';
import { UsageError } from './usage-error';

/**
 * @returns the text to print.
 * @throws SettingsError, StartError, DatabaseUnavailableError.
 */
type Run = (given: readonly string[], environment: NodeJS.ProcessEnv, clock: Clock) => Promise<string | CommandOutcome>;

interface Command {
  name: string;
  summary: string;
  /** Imports the command when it is called: its help and mistakes need nothing of the others. */
  load: () => Promise<Run>;
}

const COMMANDS: readonly Command[] = [
  {
    name: 'account',
    summary: 'adds and closes accounts, sets passwords, names developers and administrators',
    load: async () => (await import('./account/run-account-command.js')).runAccountCommand,
  },
  {
    name: 'keys',
    summary: 'lists and replaces the signing keys and the master key',
    load: async () => (await import('./keys/run-keys-command.js')).runKeysCommand,
  },
  {
    name: 'backup',
    summary: 'writes the SQLite database into a new file',
    load: async () => (await import('./backup/run-backup-command.js')).runBackupCommand,
  },
  {
    name: 'restore',
    summary: 'puts a backup in the place of the database',
    load: async () => (await import('./restore/run-restore-command.js')).runRestoreCommand,
  },
  {
    name: 'move',
    summary: 'moves a SQLite database to PostgreSQL',
    load: async () => (await import('./move/run-move-command.js')).runMoveCommand,
  },
  {
    name: 'doctor',
    summary: 'checks a running server against the standards and docs/production.md',
    load: async () => (await import('./doctor/run-doctor-command.js')).runDoctorCommand,
  },
  {
    name: 'mcp-doctor',
    summary: 'checks what MCP clients find at an MCP server',
    load: async () => (await import('./doctor/run-mcp-doctor-command.js')).runMcpDoctorCommand,
  },
  {
    name: 'resources',
    summary: 'compares what the sources of a service require with its resource.json',
    load: async () => (await import('./resources/run-resources-command.js')).runResourcesCommand,
  },
];

const HELP = `Usage: consentry <command>

${COMMANDS.map(({ name, summary }) => `  ${name.padEnd(12)}${summary}`).join('\n')}

"consentry <command> --help" describes one. In a clone: npm run <command> -- --help, but for
resources, which is handed on to @consentry/schematics in the folder of a service.
`;

async function consentry([name, ...given]: readonly string[], environment: NodeJS.ProcessEnv): Promise<void> {
  const command = COMMANDS.find((known) => known.name === name);
  if (command !== undefined) {
    const run = await command.load();
    print(await run(given, environment, systemClock));
  } else if (name === undefined || name === '--help' || name === '-h') {
    process.stdout.write(HELP);
  } else {
    process.stderr.write(`consentry: ${JSON.stringify(name)} is no command\n${HELP}`);
    process.exit(1);
  }
}

/** Without `process.exit`, which would cut a long text off in a pipe. */
function print(outcome: string | CommandOutcome): void {
  const { text, exitCode } = typeof outcome === 'string' ? { text: outcome, exitCode: 0 } : outcome;
  process.exitCode = exitCode;
  process.stdout.write(text);
}

const given = process.argv.slice(2);
consentry(given, process.env).catch((error: unknown) =>
  explainFailure(error, given[0], error instanceof UsageError ? error.exitCode : 1),
);

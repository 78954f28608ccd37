import { AccountCommandError } from './commands/account/account-command-error';
import { SettingsError, StartError } from './config/settings-error';
import { isDatabaseUnavailable } from './database/database-error';

/** Says in one line each what keeps the server from starting, or a command from being done, and ends the process. */
export function explainFailure(error: unknown, program = 'auth-server'): never {
  for (const line of linesOf(error)) process.stderr.write(`consentry ${program}: ${line}\n`);
  process.exit(1);
}

function linesOf(error: unknown): readonly string[] {
  if (error instanceof SettingsError || error instanceof AccountCommandError) return error.problems;
  if (!(error instanceof Error)) return [`unexpected failure: ${String(error)}`];
  if (error instanceof StartError) return [error.message];
  if (isDatabaseUnavailable(error)) return [`the database cannot be used now: ${error.message}`];
  return [`unexpected failure: ${error.stack}`];
}

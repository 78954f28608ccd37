import { type HelpPage, helpOn } from './platform/config/help-page';
import { SettingsError, StartError } from './platform/config/settings-error';
import { isDatabaseUnavailable } from './platform/database/database-error';

/** Prints why the server does not start, or why a command failed, one line per problem, and the page about it; ends the process. */
export function explainFailure(error: unknown, program = 'auth-server', exitCode = 1): never {
  for (const line of linesOf(error)) process.stderr.write(`consentry ${program}: ${line}\n`);
  process.exit(exitCode);
}

function linesOf(error: unknown): readonly string[] {
  if (error instanceof SettingsError) return [...error.problems, see('wrong-setting')];
  if (error instanceof StartError) return [...error.message.split('\n'), ...(error.help ? [see(error.help)] : [])];
  if (!(error instanceof Error)) return [`unexpected failure: ${String(error)}`];
  if (isDatabaseUnavailable(error))
    return [`the database cannot be used now: ${error.message}`, see('database-cannot-be-opened')];
  return [`unexpected failure: ${error.stack}`];
}

const see = (page: HelpPage) => `see ${helpOn(page)}`;

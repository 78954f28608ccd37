import { SettingsError, StartError } from './config/settings-error';

/** Says in one line each what keeps the server from starting, and ends the process. */
export function explainFailure(error: unknown): never {
  const lines =
    error instanceof SettingsError
      ? error.problems
      : [
          error instanceof StartError
            ? error.message
            : `unexpected failure: ${error instanceof Error ? error.stack : String(error)}`,
        ];
  for (const line of lines) process.stderr.write(`consentry auth-server: ${line}\n`);
  process.exit(1);
}

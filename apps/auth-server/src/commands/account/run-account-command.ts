import type { Clock } from '../../platform/config/clock';
import { prepareDataDir } from '../../platform/config/data-dir';
import { readSettings } from '../../platform/config/read-settings';
import { ACCOUNT_COMMAND_HELP, parseAccountCommandLine } from './account-command-line';
import { askPassword } from './ask-password';

/** Runs one account command; the server may be running. */
export async function runAccountCommand(
  given: readonly string[],
  environment: NodeJS.ProcessEnv,
  clock: Clock,
): Promise<string> {
  const line = parseAccountCommandLine(given, environment);
  if (line === null) return ACCOUNT_COMMAND_HELP;
  const settings = readSettings(environment);
  prepareDataDir(settings.dataDir);
  // Imported after the checks, so that help and a wrong argument or setting are answered at once.
  const { NestFactory } = await import('@nestjs/core');
  const { AccountCommandModule } = await import('./account-command.module.js');
  const { AccountCommand } = await import('./account-command.js');
  const context = await NestFactory.createApplicationContext(AccountCommandModule.with(settings, clock), {
    logger: false,
    abortOnError: false,
  });
  try {
    return `${await context.get(AccountCommand).run(line, askPassword)}\n`;
  } finally {
    await context.close();
  }
}

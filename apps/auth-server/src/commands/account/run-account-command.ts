import type { Clock } from '../../platform/config/clock';
import { prepareDataDir } from '../../platform/config/data-dir';
import { readSettings } from '../../platform/config/read-settings';
import type { AccountCommand } from './account-command';
import { askPassword } from './ask-password';

interface RoleOptions {
  remove?: boolean;
  /** Gives the role to an account whose e-mail was not confirmed. */
  unverified?: boolean;
}

type Account<Given extends unknown[]> = (
  environment: NodeJS.ProcessEnv,
  clock: Clock,
  ...given: Given
) => Promise<string>;

export const addAccount: Account<[email: string, options: { name?: string }]> = (environment, clock, email, { name }) =>
  withAccounts(environment, clock, (accounts) => accounts.add(email, name, askPassword));

export const setPassword: Account<[email: string, options: { endGrants?: true }]> = (
  environment,
  clock,
  email,
  { endGrants = false },
) => withAccounts(environment, clock, (accounts) => accounts.setPassword(email, endGrants, askPassword));

export const changeDeveloper: Account<[emailOrId: string, options: RoleOptions]> = (
  environment,
  clock,
  emailOrId,
  { remove, unverified = false },
) =>
  withAccounts(environment, clock, (accounts) =>
    remove ? accounts.removeDeveloper(emailOrId) : accounts.addDeveloper(emailOrId, unverified),
  );

export const changeAdministrator: Account<[emailOrId: string, options: RoleOptions]> = (
  environment,
  clock,
  emailOrId,
  { remove, unverified = false },
) =>
  withAccounts(environment, clock, (accounts) =>
    remove ? accounts.removeAdministrator(emailOrId) : accounts.addAdministrator(emailOrId, unverified),
  );

export const changeClaims: Account<[emailOrId: string]> = (environment, clock, emailOrId) =>
  withAccounts(environment, clock, (accounts) => accounts.changeClaims(emailOrId));

export const removeAccount: Account<[email: string]> = (environment, clock, email) =>
  withAccounts(environment, clock, (accounts) => accounts.remove(email));

/** Runs one account command; the server may be running. */
async function withAccounts(
  environment: NodeJS.ProcessEnv,
  clock: Clock,
  run: (accounts: AccountCommand) => Promise<string>,
): Promise<string> {
  const settings = readSettings(environment);
  prepareDataDir(settings.dataDir);
  // Imported after the checks, so that a wrong setting is answered at once.
  const { NestFactory } = await import('@nestjs/core');
  const { AccountCommandModule } = await import('./account-command.module.js');
  const { AccountCommand } = await import('./account-command.js');
  const context = await NestFactory.createApplicationContext(AccountCommandModule.with(settings, clock), {
    logger: false,
    abortOnError: false,
  });
  try {
    return `${await run(context.get(AccountCommand))}\n`;
  } finally {
    await context.close();
  }
}

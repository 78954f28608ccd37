import type { Clock } from '../../platform/config/clock';
import { prepareDataDir } from '../../platform/config/data-dir';
import { readSettings } from '../../platform/config/read-settings';
import type { AccountCommand } from './account-command';
import { askPassword } from './ask-password';

interface RoleOptions {
  remove?: boolean;
  /** Gives the role to an account whose email was not confirmed. */
  unverified?: boolean;
}

export const addAccount = onAccounts((accounts, email: string, { name }: { name?: string }) =>
  accounts.add(email, name, askPassword),
);

export const setPassword = onAccounts((accounts, email: string, { endGrants = false }: { endGrants?: boolean }) =>
  accounts.setPassword(email, endGrants, askPassword),
);

export const changeDeveloper = onAccounts((accounts, emailOrId: string, { remove, unverified = false }: RoleOptions) =>
  remove ? accounts.removeDeveloper(emailOrId) : accounts.addDeveloper(emailOrId, unverified),
);

export const changeAdministrator = onAccounts(
  (accounts, emailOrId: string, { remove, unverified = false }: RoleOptions) =>
    remove ? accounts.removeAdministrator(emailOrId) : accounts.addAdministrator(emailOrId, unverified),
);

export const changeClaims = onAccounts((accounts, emailOrId: string) => accounts.changeClaims(emailOrId));

export const removeAccount = onAccounts((accounts, email: string) => accounts.remove(email));

/** Makes a command that works on accounts; the server may be running. */
function onAccounts<Given extends unknown[]>(run: (accounts: AccountCommand, ...given: Given) => Promise<string>) {
  return async (environment: NodeJS.ProcessEnv, clock: Clock, ...given: Given): Promise<string> => {
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
      return `${await run(context.get(AccountCommand), ...given)}\n`;
    } finally {
      await context.close();
    }
  };
}

import { readSettings } from '../../../apps/auth-server/src/platform/config/read-settings';

/** The names of the variables that the settings are read from, where `given` has the others' values. */
function namesWith(given: Record<string, string>): Set<string> {
  const names = new Set<string>();
  const environment = new Proxy(given, {
    get: (target, name: string) => {
      names.add(name);
      return target[name];
    },
  });
  readSettings(environment);
  return names;
}

/** The names of all settings, on either database. */
export const settingNames = (): Set<string> =>
  new Set([...namesWith({}), ...namesWith({ DATABASE_URL: 'postgres://u:p@localhost/d' })]);

import { join } from 'node:path';
import { readSettings } from '../read-settings';
import { DESCRIBED, SETTING_NAMES } from './described-settings';
import type { Description } from './description';

const SETTINGS = Object.entries<Description>(DESCRIBED);

const LOGIN = { SIGN_IN_URL: 'https://app.example.com/sign-in' };

/** What some settings need beside them. */
const BESIDE: Record<string, Record<string, string>> = {
  PORT: { AUTH_URL: 'https://auth.example.com' },
  DATABASE_POOL_SIZE: { DATABASE_URL: DESCRIBED.DATABASE_URL.example },
  SIGN_IN_ISSUER: { ...LOGIN, TRUSTED_ISSUERS: DESCRIBED.TRUSTED_ISSUERS.example },
  SIGN_IN_PROFILE_URL: LOGIN,
  SIGN_IN_CONFIRM: LOGIN,
  SUBJECT: LOGIN,
  PASSWORDS: LOGIN,
  BRAND_LOGO_SHOWS_NAME: { BRAND_LOGO_FILE: join(__dirname, '../../../../assets/icon.svg') },
  MAIL_FROM: { MAIL_URL: DESCRIBED.MAIL_URL.example },
};

/** If it is set, whatever to, loopback counts too. */
const COUNTS_LOOPBACK = 'MAX_CONNECTIONS_PER_ADDRESS';

const DEFAULTS = SETTINGS.flatMap(([name, { default: value }]) =>
  typeof value === 'object' || name === COUNTS_LOOPBACK ? [] : [[name, String(value)] as const],
);

/** The variables that `readSettings` reads. */
function readNames(): Set<string> {
  const names = new Set<string>();
  readSettings(new Proxy({}, { get: (_, name: string) => void names.add(name) }));
  return names;
}

describe('the descriptions of settings', () => {
  it('are of each variable that is read, and of no other', () =>
    expect([...SETTING_NAMES].sort()).toEqual([...readNames()].sort()));

  // The module is loaded by a process of its own; the other files are not there.
  it.each(SETTINGS.filter(([name]) => !name.endsWith('_FILE') || name === 'CLAIMS_FILE'))(
    '%s: its example is taken, and changes something',
    (name, { example }) => {
      const given = BESIDE[name] ?? {};
      const changed = readSettings({ ...given, [name]: example });
      expect(changed.misspelt).toEqual({});
      expect(changed).not.toEqual(readSettings(given));
    },
  );

  it.each(DEFAULTS)('%s: its default changes nothing', (name, value) => {
    const given = BESIDE[name] ?? {};
    expect(readSettings({ ...given, [name]: value })).toEqual(readSettings(given));
  });
});

import { ACCOUNTS, LOGIN, MAIL } from './accounts';
import { APPLICATIONS, LIFETIMES } from './applications';
import type { Description, Section, WholeNumber } from './description';
import { ADDRESSES, CONNECTIONS } from './network';
import { PAGES } from './pages';
import { CLAIMS, SERVICES } from './services';
import { DATA, KEYS } from './storage';

/** In the order in which an operator meets them. */
export const SECTIONS: readonly Section[] = [
  ADDRESSES,
  DATA,
  KEYS,
  SERVICES,
  ACCOUNTS,
  LOGIN,
  MAIL,
  APPLICATIONS,
  LIFETIMES,
  CLAIMS,
  PAGES,
  CONNECTIONS,
];

/** All settings, by their names: what is not here cannot be read. */
export const DESCRIBED = {
  ...ADDRESSES.settings,
  ...DATA.settings,
  ...KEYS.settings,
  ...SERVICES.settings,
  ...ACCOUNTS.settings,
  ...LOGIN.settings,
  ...MAIL.settings,
  ...APPLICATIONS.settings,
  ...LIFETIMES.settings,
  ...CLAIMS.settings,
  ...PAGES.settings,
  ...CONNECTIONS.settings,
};

type Described = typeof DESCRIBED;

/** The names of settings whose descriptions have a shape. */
type NamesOf<Shape> = {
  [Name in keyof Described]: Described[Name] extends Shape ? Name : never;
}[keyof Described];

export type SecretName = NamesOf<{ secret: true }>;
export type NumberName = NamesOf<{ values: WholeNumber }>;
export type ChoiceName = NamesOf<{ values: readonly string[] }>;
/** Those whose default is a value, not a rule. */
export type WithDefault<Name extends keyof Described, Value> = Name & NamesOf<{ default: Value }>;
export type ChoiceOf<Name extends ChoiceName> = Described[Name]['values'][number];

/** A variable of the environment that the server reads. */
export type SettingName = keyof Described | `${SecretName}_FILE`;

/** The variables by which one setting is given. */
export const variablesOf = ([name, { secret }]: readonly [string, Description]) =>
  secret ? [name, `${name}_FILE`] : [name];

export const SETTING_NAMES: ReadonlySet<string> = new Set(Object.entries<Description>(DESCRIBED).flatMap(variablesOf));

import { SECTIONS } from '../../platform/config/described/described-settings';
import { type Spelled, spellSection } from '../../platform/config/described/spelling';
import { nearestTo } from '../../platform/config/misspelt';
import { UsageError } from '../usage-error';
import { settingsSchema } from './settings-schema';
import { describeSettings, listSettings } from './settings-text';

interface Options {
  json?: true;
  schema?: true;
}

/** Describes settings. Reads no value of one: it works where they are wrong, and prints no secret. */
export async function runSettingsCommand(
  _environment: unknown,
  _clock: unknown,
  words: readonly string[],
  { json, schema }: Options,
): Promise<string> {
  if (schema && words.length > 0) throw new UsageError('the schema has all settings: omit the word');
  if (schema) return asJson(settingsSchema());
  const all = SECTIONS.flatMap(spellSection);
  const found = words.length === 0 ? all : findSettings(all, words.join(' '));
  if (json) return asJson(found);
  return words.length === 0 ? listSettings(found) : describeSettings(found);
}

const asJson = (value: object) => `${JSON.stringify(value, null, 2)}\n`;

const namesOf = ({ name, file }: Spelled) => (file === null ? [name] : [name, file]);

/**
 * Finds the setting of a name, else those whose name has the words, else those whose text has them.
 *
 * @throws UsageError where there is none, with the name that comes nearest.
 */
function findSettings(all: readonly Spelled[], given: string): Spelled[] {
  // A value may be a secret, and is not repeated.
  const [asked = ''] = given.split('=');
  const name = asked
    .trim()
    .replace(/[\s-]+/g, '_')
    .toUpperCase();
  const isIn = (text: string) => text.toLowerCase().includes(asked.trim().toLowerCase());
  const found = [
    all.filter((setting) => namesOf(setting).includes(name)),
    all.filter((setting) => setting.name.includes(name)),
    all.filter(({ subject, what, values }) => [subject, what, values].some(isIn)),
  ].find((some) => some.length > 0);
  if (found !== undefined) return found;
  const nearest = nearestTo(name, all.flatMap(namesOf));
  const hint = nearest === undefined ? '"consentry settings" lists all' : `did you mean ${nearest}?`;
  throw new UsageError(`no setting has ${JSON.stringify(asked)} in its name or description; ${hint}`);
}

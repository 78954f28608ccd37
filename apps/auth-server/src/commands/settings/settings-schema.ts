import type { Description, Values } from '../../platform/config/described/description';
import { DESCRIBED } from '../../platform/config/described/described-settings';
import { isNumber } from '../../platform/config/described/spelling';

const ENVIRONMENT = { $ref: '#/definitions/environment' };
const WITH_ENVIRONMENT = { properties: { environment: ENVIRONMENT } };

/**
 * A JSON Schema of the files that give settings by name: `environment` of a Compose file, and `data` of a ConfigMap. Editors
 * know draft-07 best. Other variables are allowed: a file has those of other programs too.
 */
export const settingsSchema = () => ({
  $schema: 'http://json-schema.org/draft-07/schema#',
  title: 'Settings of the Consentry auth server, in a Compose file or a ConfigMap',
  properties: { services: { additionalProperties: WITH_ENVIRONMENT }, data: ENVIRONMENT },
  // Fragments of a Compose file: a service, or its environment.
  patternProperties: { '^x-': { allOf: [ENVIRONMENT, WITH_ENVIRONMENT] } },
  definitions: {
    environment: {
      properties: Object.fromEntries(Object.entries<Description>(DESCRIBED).flatMap(propertiesOf)),
    },
  },
});

function propertiesOf([name, setting]: [string, Description]): [string, object][] {
  const { what, default: fallback, values, example, secret } = setting;
  const shown = typeof fallback === 'object' ? {} : { default: fallback };
  const own = { description: what.replaceAll('`', ''), ...shown, examples: [example], ...rulesOf(values) };
  const inFile = { description: `A file that holds ${name}.`, type: 'string', examples: [`/run/secrets/${name}`] };
  return [[name, own], ...(secret ? [[`${name}_FILE`, inFile] as [string, object]] : [])];
}

/** Compose puts variables of its own in: `${PORT}`. */
const SUBSTITUTED = '\\$';

function rulesOf(values: Values): object {
  if ('words' in values) return { type: 'string' };
  if (!isNumber(values)) return { anyOf: [{ enum: values }, { type: 'string', pattern: SUBSTITUTED }] };
  const { from, to, orZero } = values;
  const pattern = `^\\d{1,15}$|${SUBSTITUTED}`;
  return { type: ['integer', 'string'], minimum: orZero ? 0 : from, maximum: to, pattern };
}

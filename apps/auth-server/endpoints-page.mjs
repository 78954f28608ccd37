// Prints docs/endpoints.md from a server's own OpenAPI document:
// node apps/auth-server/endpoints-page.mjs http://localhost:3000/docs-json > docs/endpoints.md
import prettier from 'prettier';

/** By the name of the security scheme. */
const CALLERS = {
  session: 'a signed-in account, by its session token or cookie',
  cookie: 'an administrator, by the session cookie alone',
  client: 'an application, by its credentials',
  access: 'an application, by an access token',
  registration: 'a client, by its initial or registration access token',
};

const [, , address] = process.argv;
const document = await (await fetch(address)).json();

const resolved = (schema) =>
  schema.$ref === undefined ? schema : document.components.schemas[schema.$ref.split('/').at(-1)];

const cell = (text) => text.replaceAll('|', '\\|').replaceAll('\n', ' ');

const code = (value) => `\`${value}\``;

/** A type with what may stand in its place: `string, 1 to 200 characters`. */
function typeOf(given) {
  const schema = resolved(given.allOf?.[0] ?? given);
  if (schema.enum !== undefined) return schema.enum.map((value) => code(value)).join(', ');
  const name = schema.type === 'array' ? `list of ${typeOf(schema.items)}` : (schema.type ?? 'string');
  const { minLength, maxLength, minItems, maxItems, minimum, maximum } = schema;
  return name + range(minLength, maxLength, ' characters') + range(minItems, maxItems) + range(minimum, maximum);
}

function range(least, most, unit = '') {
  if (least === undefined && most === undefined) return '';
  if (most === undefined) return `, at least ${least}${unit}`;
  return least === undefined ? `, at most ${most}${unit}` : `, ${least} to ${most}${unit}`;
}

function rowOf(place, name, schema, { required, description = '' }) {
  const fallback = schema.default === undefined ? '' : ` Default: ${code(JSON.stringify(schema.default))}.`;
  const type = typeOf(schema) + (schema.nullable ? ', or null' : '');
  return `| ${place} | ${code(name)}${required ? ', needed' : ''} | ${cell(type)} | ${cell((description + fallback).trim())} |`;
}

function rowsOf({ parameters = [], requestBody }) {
  const bodies = Object.values(requestBody?.content ?? {});
  const { properties = {}, required = [] } = bodies.length === 0 ? {} : resolved(bodies[0].schema);
  return [
    ...parameters.map((it) => rowOf(it.in, it.name, it.schema, it)),
    ...Object.entries(properties).map(([name, schema]) =>
      rowOf('body', name, schema, { required: required.includes(name), description: schema.description }),
    ),
  ];
}

function callersOf({ security = [] }) {
  const names = security.flatMap((scheme) => Object.keys(scheme));
  if (names.length === 0) return 'anybody';
  const callers = [...new Set(names.filter((name) => !(name === 'cookie' && names.includes('session'))))];
  const isOptional = security.some((scheme) => Object.keys(scheme).length === 0);
  return callers.map((name) => CALLERS[name]).join(', or ') + (isOptional ? ', or without' : '');
}

/** `200` with the members of its body. */
function answerOf([status, { description = '', content = {} }]) {
  const schema = Object.values(content)[0]?.schema;
  const members = schema === undefined ? [] : Object.keys(resolved(schema).properties ?? {});
  const told = description === '' ? '' : `: ${description.replace(/\.$/, '')}`;
  return `- **${status}**${told}${members.length === 0 ? '' : `: ${members.map(code).join(', ')}`}`;
}

function answersOf({ responses }) {
  const all = Object.entries(responses);
  const refused = all.filter(([status]) => Number(status) >= 400).map(([status]) => status);
  const good = all.filter(([status]) => Number(status) < 400).map(answerOf);
  return [...good, ...(refused.length === 0 ? [] : [`- Errors: ${refused.join(', ')}`])].join('\n');
}

function sectionOf([path, method, operation]) {
  const rows = rowsOf(operation);
  const takes = Object.keys(operation.requestBody?.content ?? {});
  return [
    `### \`${method.toUpperCase()} ${path}\``,
    `${operation.summary.replace(/\.$/, '')}. Called by ${callersOf(operation)}.`,
    ...(takes.length === 0 ? [] : [`The body is ${takes.map(code).join(' or ')}.`]),
    ...(rows.length === 0 ? [] : [`| in | name | type | note |\n| --- | --- | --- | --- |\n${rows.join('\n')}`]),
    answersOf(operation),
  ].join('\n\n');
}

const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => [path, method, operation]),
);
const chapters = document.tags.map(({ name, description }) => {
  const own = operations.filter(([, , { tags }]) => tags.includes(name));
  return [`## ${name}`, description, ...own.map(sectionOf)].join('\n\n');
});

const INTRODUCTION = `# Endpoints

Every call of the auth server but the pages of people: who may make it, what it takes, what it answers. A running server
has the same at \`/docs\`, where calls can be tried, and as OpenAPI at \`/docs-json\` and \`/docs-yaml\`. A \`{name}\` in a
path is a value. Errors below \`/oauth2\` are [these](errors/oauth.md), those of \`/api\` problem details
([Errors](errors/README.md#where-they-arrive)). If \`AUTH_URL\` has a path, it comes before all of these.`;

process.stdout.write(
  await prettier.format([INTRODUCTION, ...chapters].join('\n\n'), {
    ...(await prettier.resolveConfig(import.meta.filename)),
    parser: 'markdown',
  }),
);

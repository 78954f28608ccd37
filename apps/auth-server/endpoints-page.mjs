// Prints docs/endpoints.md from a server's own OpenAPI document:
// node apps/auth-server/endpoints-page.mjs http://localhost:3000/docs-json > docs/endpoints.md
import prettier from 'prettier';
import { messages } from './dist/pages/messages/en.js';
import { chaptersOf } from './dist/pages/reference/calls.js';

const { reference: words } = messages;

const [, , address] = process.argv;
const document = await (await fetch(address)).json();

const cell = (text) => text.replaceAll('|', '\\|').replaceAll('\n', ' ');

const code = (value) => `\`${value}\``;

const rowOf = ({ place, name, isNeeded, type, note }) =>
  `| ${place} | ${code(name)}${isNeeded ? ', required' : ''} | ${cell(type)} | ${cell(note)} |`;

/** `200` with the members of its body. */
const answerOf = ({ status, text, members }) =>
  `- **${status}**${text === '' ? '' : `: ${text}`}${members.length === 0 ? '' : `: ${members.map(code).join(', ')}`}`;

function sectionOf(call) {
  const { method, path, summary, callers, isOpen, takes, fields, answers, errors } = call;
  return [
    `### \`${method} ${path}\``,
    `${summary}. ${words.calledBy(
      callers.map((name) => words.callers[name]),
      isOpen,
    )}`,
    ...(takes.length === 0 ? [] : [`The body is ${takes.map(code).join(' or ')}.`]),
    ...(fields.length === 0
      ? []
      : [`| in | name | type | note |\n| --- | --- | --- | --- |\n${fields.map(rowOf).join('\n')}`]),
    [...answers.map(answerOf), ...(errors.length === 0 ? [] : [`- Errors: ${errors.join(', ')}`])].join('\n'),
  ].join('\n\n');
}

const chapters = chaptersOf(document).map(({ name, text, calls }) =>
  [`## ${name}`, text, ...calls.map(sectionOf)].join('\n\n'),
);

const INTRODUCTION = `# Endpoints

Every call of the auth server, except the pages for users: who may make it, what it takes, what it answers. A running
server has the same at \`/docs\`, with a command for each call, and as OpenAPI at \`/docs-json\`. A \`{name}\` in a path
is a value. Errors below \`/oauth2\` are [these](errors/oauth.md), those of \`/api\` problem details
([Errors](errors/README.md#where-they-arrive)). If \`AUTH_URL\` has a path, it comes before all of these.`;

process.stdout.write(
  await prettier.format([INTRODUCTION, ...chapters].join('\n\n'), {
    ...(await prettier.resolveConfig(import.meta.filename)),
    parser: 'markdown',
  }),
);

// Prints docs/settings.md, from the descriptions of the built server and what settings-page/ says more of some:
// node apps/auth-server/settings-page.mjs > docs/settings.md
import { existsSync, readFileSync } from 'node:fs';
import { URL, fileURLToPath } from 'node:url';
import { format, resolveConfig } from 'prettier';
import { SECTIONS } from './dist/platform/config/described/described-settings.js';
import { spellSection } from './dist/platform/config/described/spelling.js';

const PAGE = fileURLToPath(new URL('../../docs/settings.md', import.meta.url));

const partOf = (name) => {
  const part = new URL(`settings-page/${name}.md`, import.meta.url);
  return existsSync(part) ? `\n${readFileSync(part, 'utf8')}` : '';
};

const anchorOf = (name) => `[\`${name}\`](#${name.toLowerCase()})`;

/** The names of settings in a text lead to them, but for its own. */
const linked = (text, own) =>
  text.replace(/`([A-Z_]+)`/g, (code, name) => (names.has(name) && name !== own ? anchorOf(name) : code));

function settingPart({ name, what, file, pages, ...facts }) {
  const more = pages.map(([text, page]) => `[${text}](${page})`).join(' · ');
  return [
    `### \`${name}\`\n`,
    `${linked(what, name)}${more === '' ? '' : ` More: ${more}.`}\n`,
    `- Default: ${linked(facts.default, name)}`,
    `- Values: ${linked(facts.values, name)}`,
    `- Example: \`${facts.example}\``,
    ...(file === null ? [] : [`- In a file: \`${file}\` names [a file that holds it](production.md#secrets-in-files)`]),
    `- Since: ${facts.since}`,
    partOf(name),
  ].join('\n');
}

const sections = SECTIONS.map((section) => ({ title: section.title, settings: spellSection(section) }));
const names = new Set(sections.flatMap(({ settings }) => settings.map(({ name }) => name)));

const slugOf = (title) => title.toLowerCase().replaceAll(' ', '-');
const index = sections.map(
  ({ title, settings }) =>
    `| [${title}](#${slugOf(title)}) | ${settings.map(({ name }) => anchorOf(name)).join(', ')} |`,
);
const page = [
  partOf('head'),
  ['| subject | settings |', '| --- | --- |', ...index].join('\n'),
  ...sections.flatMap(({ title, settings }) => [`## ${title}`, ...settings.map(settingPart)]),
  partOf('foot'),
].join('\n\n');
process.stdout.write(await format(page, { ...(await resolveConfig(PAGE)), parser: 'markdown' }));

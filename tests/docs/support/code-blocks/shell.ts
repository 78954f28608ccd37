import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { CONSENTRY, runHosted } from '@consentry/test-support/server/command';
import { ROOT } from '@consentry/test-support/run/root';
import { SETTING_NAMES } from '../../../../apps/auth-server/src/platform/config/described/described-settings';
import { type Command, commandsOf, unquoted } from './shell-words';

const read = (path: string) => JSON.parse(readFileSync(join(ROOT, path), 'utf8')) as Record<string, object>;

const SCRIPTS = Object.keys(read('package.json')['scripts']!);
/** Of an app as `nest new` writes it. */
const SCRIPTS_OF_AN_APP = ['build', 'start', 'start:dev', 'start:prod', 'test', 'test:e2e'];

const GENERATORS = read('libs/schematics/src/collection.json')['schematics'] as Record<string, { schema: string }>;
/** What the Nest CLI and Nx take for every generator. */
const OPTIONS_OF_GENERATORS = ['dry-run', 'flat', 'no-flat', 'no-interactive'];

const GENERATES = /(?:-c @consentry\/schematics |@consentry\/schematics:)([\w-]+)(.*)/;
const ADDS = /\b(?:nest|nx) add @consentry\/schematics(.*)/;
/** In a clone, from a package, in a container: what follows is a command for operators. */
const OPERATES = [
  /^npm run (?:--silent )?(account|keys|backup|restore|move|doctor|mcp-doctor|settings|sign-in-key|developer-docs)(?: -- (.*))?$/,
  /^(?:npx (?:.* )?)?consentry ([a-z][\w-]*)(?: (.*))?$/,
  /^docker .* (?!(?:exec|run) )[a-z][\w-]* consentry ([a-z][\w-]*)(?: (.*))?$/,
];
const STARTS = /^npm run (--silent )?auth-server|^npx @consentry\/auth-server|^node .*dist\/main\.js/;

/** @returns what a script says that is not so: each script, command, generator, option and setting must exist. */
export async function shellProblems(script: string): Promise<string[]> {
  const { status, stderr } = spawnSync('bash', ['-n', '-c', script], { encoding: 'utf8' });
  if (status !== 0) return [stderr];
  const problems: string[] = [];
  for (const command of commandsOf(script)) problems.push(...(await problemsOf(command)));
  return problems;
}

async function problemsOf({ assigned, words }: Command): Promise<string[]> {
  const line = words.map(unquoted).join(' ');
  const [, script] = /^npm run (?:--silent )?([\w:-]+)/.exec(line) ?? [];
  const [, generator, given = ''] = GENERATES.exec(line) ?? (ADDS.test(line) ? ['', 'init', ADDS.exec(line)![1]] : []);
  const operated = OPERATES.map((one) => one.exec(line)).find((match) => match !== null);
  const isUnknown = script !== undefined && ![...SCRIPTS, ...SCRIPTS_OF_AN_APP].includes(script);
  return [
    ...(isUnknown ? [`there is no script ${script}`] : []),
    ...(generator === undefined ? [] : problemsOfGenerator(generator, optionsIn(given))),
    ...(operated === undefined ? [] : await problemsOfCommand(operated[1]!, (operated[2] ?? '').split(' '))),
    ...(STARTS.test(line) ? settingsThatAreNone(assigned.map((each) => each.split('=')[0]!)) : []),
  ];
}

const optionsIn = (given: string) => [...given.matchAll(/(?<= )--([\w-]+)/g)].map(([, name]) => name!);

function problemsOfGenerator(name: string, options: string[]): string[] {
  const generator = GENERATORS[name];
  if (generator === undefined) return [`there is no generator ${name}`];
  const properties = Object.keys(read(join('libs/schematics/src', generator.schema))['properties']!);
  const known = properties.map((each) => each.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`));
  return options
    .filter((option) => ![...known, ...properties, ...OPTIONS_OF_GENERATORS].includes(option))
    .map((option) => `the generator ${name} has no option --${option}`);
}

const helps = new Map<string, string>();

async function helpOn(...command: string[]): Promise<string> {
  const key = command.join(' ');
  const help = helps.get(key) ?? (await runHosted(CONSENTRY, [...command, '--help'], {})).stdout;
  helps.set(key, help);
  return help;
}

/** By the command's own help: its word and its options. */
async function problemsOfCommand(name: string, words: string[]): Promise<string[]> {
  const general = await helpOn(name);
  if (general === '') return [`there is no command ${name}`];
  const [, subcommands = ''] = /^Commands:\n((?: .*\n)+)/m.exec(general) ?? [];
  const [word = ''] = words;
  const isGeneral = subcommands === '' || word === '--help';
  if (!isGeneral && !new RegExp(`^  ${word}\\b`, 'm').test(subcommands)) return [`${name} has no command ${word}`];
  const help = isGeneral ? general : await helpOn(name, word);
  return words
    .filter((option) => option.startsWith('--') && !isIn(help, option.split('=')[0]!))
    .map((option) => `${name} has no option ${option}`);
}

const isIn = (help: string, option: string) => new RegExp(`${option}(?![\\w-])`).test(help);

export const settingsThatAreNone = (names: readonly string[]) =>
  names.filter((name) => !SETTING_NAMES.has(name)).map((name) => `there is no setting ${name}`);

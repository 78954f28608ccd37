import { pageOf } from '../../platform/config/help-page';
import type { Spelled } from '../../platform/config/described/spelling';

/** Columns of a terminal. */
const WIDTH = 80;
const LABEL = 10;

const ENDING = `
consentry settings <name or word>   prints the description of a setting
consentry settings --schema         prints a schema for editors
`;

/** @returns each setting with the first sentence about it, by subject. */
export function listSettings(settings: readonly Spelled[]): string {
  const subjects = [...new Set(settings.map(({ subject }) => subject))];
  const parts = subjects.map((title) => {
    const own = settings.filter(({ subject }) => subject === title);
    return `${title}\n\n${own.map(({ name, what }) => `  ${name}\n${wrapped(firstSentence(what), '    ')}`).join('\n')}`;
  });
  return `${parts.join('\n\n')}\n${ENDING}`;
}

/** @returns all that is said of settings. */
export const describeSettings = (settings: readonly Spelled[]): string => settings.map(describe).join('\n\n') + '\n';

function describe({ name, what, file, pages, ...facts }: Spelled): string {
  const rows = [
    ['default', facts.default],
    ['values', facts.values],
    ['example', facts.example],
    ...(file === null ? [] : [['file', `${file} names a file that holds it`]]),
    ['since', facts.since],
    ...pages.map(([, page], at) => [at === 0 ? 'more' : '', pageOf(page)]),
  ] as [string, string][];
  const lines = rows.map(([label, text]) =>
    wrapped(text.replaceAll('`', ''), ' '.repeat(LABEL + 2), `  ${label.padEnd(LABEL)}`),
  );
  return [name, wrapped(what, '  '), '', ...lines].join('\n');
}

const firstSentence = (text: string) => /^.*?[.](?= [A-Z`]|$)/.exec(text)?.[0] ?? text;

/** A word that is longer than a line stays whole. */
function wrapped(text: string, indent: string, first = indent): string {
  const lines = [first];
  for (const word of text.split(' ')) {
    const line = lines.at(-1)!;
    const isEmpty = line === first || line === indent;
    if (isEmpty) lines[lines.length - 1] = line + word;
    else if (line.length + 1 + word.length <= WIDTH) lines[lines.length - 1] = `${line} ${word}`;
    else lines.push(indent + word);
  }
  return lines.join('\n');
}

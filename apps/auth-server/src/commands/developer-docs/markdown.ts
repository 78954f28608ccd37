/** Text of the settings in Markdown: it shows as it is, also where a site reads MDX. */
export const escaped = (text: string) =>
  oneLine(text)
    .replace(/[\\`*_{}[\]<>~&$#]/g, '\\$&')
    // VitePress evaluates what stands between two pairs of braces: an invisible word joiner parts them.
    .replace(/\\\{(?=\\\{)/g, '\\{\u2060');

/** A code span (CommonMark §6.1): its fence is longer than any run of backticks in it. */
export function code(text: string): string {
  const line = oneLine(text);
  const runs = [...line.matchAll(/`+/g)].map(([run]) => run.length);
  const fence = '`'.repeat(Math.max(0, ...runs) + 1);
  return line.includes('`') ? `${fence} ${line} ${fence}` : `${fence}${line}${fence}`;
}

export const codes = (texts: readonly string[]) => texts.map(code).join(', ');

export const fenced = (language: string, text: string) => `\`\`\`${language}\n${text.trim()}\n\`\`\``;

/** Rows of Markdown; a `|` in a cell would end it, even in a code span. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}

export const list = (items: readonly string[]) => items.map((item) => `- ${item}`).join('\n');

export const joined = (texts: readonly string[]) => new Intl.ListFormat('en').format(texts);

const UNITS = [
  [86_400, 'day'],
  [3_600, 'hour'],
  [60, 'minute'],
  [1, 'second'],
] as const;

/** `14 days`, in the largest unit that needs no fraction. */
export function spellSeconds(seconds: number): string {
  const [length, unit] = UNITS.find(([length]) => seconds % length === 0) ?? UNITS[3];
  const count = seconds / length;
  return `${count.toLocaleString('en')} ${unit}${count === 1 ? '' : 's'}`;
}

const oneLine = (text: string) => text.replace(/\s+/g, ' ').trim();

/** What a page about an error consists of. */
export type Block =
  | { kind: 'heading' | 'text' | 'code'; text: string }
  | { kind: 'table'; head: readonly string[]; rows: readonly (readonly string[])[] };

const BLOCK = /^# .*|^```\w*\n([^]*?)\n```$|(?:^\|.*\|$\n?)+|^## (.*)|^.+/gm;

/** Reads Markdown as `docs/errors/oauth` has it. A link is its text: most of what they lead to is not on this server. */
export function blocksOf(markdown: string): Block[] {
  return [...markdown.matchAll(BLOCK)].flatMap(([whole, code, heading]): Block[] => {
    if (code !== undefined) return [{ kind: 'code', text: code }];
    if (heading !== undefined) return [{ kind: 'heading', text: heading }];
    // The title is the code.
    if (whole.startsWith('# ')) return [];
    return [whole.startsWith('|') ? tableOf(whole) : { kind: 'text', text: withoutLinks(whole) }];
  });
}

function tableOf(markdown: string): Block {
  const [head = [], , ...rows] = markdown.trim().split('\n').map(cellsOf);
  return { kind: 'table', head, rows };
}

const cellsOf = (line: string) =>
  line
    .split('|')
    .slice(1, -1)
    .map((cell) => withoutLinks(cell.trim()));

const withoutLinks = (text: string) => text.replace(/\[([^\]]+)\]\([^)\s]+\)/g, '$1');

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../run/root';

/** A fenced block of code of a page. */
export interface Block {
  /** The page's path in the repository. */
  page: string;
  /** Of its first fence. */
  line: number;
  /** Empty where the fence names none. */
  language: string;
  /** The file that a fence like ```` ```ts [src/app.module.ts] ```` shows. */
  file?: string | undefined;
  /** By `<!-- block: name -->` above the fence: the name that a test reads it by. */
  name?: string | undefined;
  /** By `<!-- around: … -->` above the fence: what is not shown, with `…` on a line where the block stands. */
  around?: string | undefined;
  text: string;
}

const COMMENT = '<!--(?:(?!-->)[^])*-->\\s*?\\n\\s*?';
const FENCED = new RegExp(
  `(?<comments>(?:^ *${COMMENT})*)^(?<indent> *)(?<ticks>\`{3,})(?<info>.*)\\n(?<text>[^]*?)^\\k<indent>\\k<ticks>$`,
  'gm',
);

/** Every fenced block of a page. @param page its path in the repository. */
export const everyBlockOf = (page: string): Block[] => blocksIn(readFileSync(join(ROOT, page), 'utf8'), page);

/** Every fenced block of a text. @param page the name that its blocks have. */
export function blocksIn(markdown: string, page: string): Block[] {
  return [...markdown.matchAll(FENCED)].map(({ index, groups }) => {
    const { comments = '', indent = '', info = '', text = '' } = groups!;
    const [language = '', file] = info.trim().split(/ (?=\[)/);
    return {
      page,
      line: markdown.slice(0, index + comments.length).split('\n').length,
      language,
      file: file?.replace(/^\[|\]$/g, ''),
      name: /<!-- block: (\S+) -->/.exec(comments)?.[1],
      around: /<!-- around:\n([^]*?)-->/.exec(comments)?.[1],
      text: text.replaceAll(new RegExp(`^${indent}`, 'gm'), ''),
    };
  });
}

/** The text of each named block of a page. @param page its path in the repository. */
export const blocksOf = (page: string): Map<string, string> =>
  new Map(everyBlockOf(page).flatMap(({ name, text }) => (name === undefined ? [] : [[name, text]])));

/** A block with texts replaced, each of which it must have. */
export function adapted(block: string | undefined, replace: Record<string, string>): string {
  if (block === undefined) throw new Error('the page has no such block');
  return Object.entries(replace).reduce((text, [shown, own]) => {
    if (!text.includes(shown)) throw new Error(`the block does not have ${shown}`);
    return text.replaceAll(shown, own);
  }, block);
}

import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(__dirname, '../../../..');

const NAMED = /<!-- block: (\S+) -->\n\n```\w+\n(.*?)```\n/gs;

/** The named blocks of code of a page, by its path in the repository. */
export const blocksOf = (page: string) =>
  new Map([...readFileSync(join(ROOT, page), 'utf8').matchAll(NAMED)].map(([, name = '', text = '']) => [name, text]));

/** A block with texts replaced, each of which it must have. */
export function adapted(block: string | undefined, replace: Record<string, string>): string {
  if (block === undefined) throw new Error('the page has no such block');
  return Object.entries(replace).reduce((text, [shown, own]) => {
    if (!text.includes(shown)) throw new Error(`the block does not have ${shown}`);
    return text.replaceAll(shown, own);
  }, block);
}

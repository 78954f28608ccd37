import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { OAUTH_ERROR_CODES } from '../../protocol/oauth-error';
import { type Block, blocksOf } from './markdown';

const PAGES = join(__dirname, '../../../../../docs/errors/oauth');

const textsOf = (block: Block) => (block.kind === 'table' ? [...block.head, ...block.rows.flat()] : [block.text]);

it('a page has its paragraphs, code, headings and tables, and of a link the text', () => {
  const page =
    '# invalid_grant\n\nSee [the wire](../wire.md#two) of `a`.\n\n```http\nGET /\n\n{}\n```\n\n## Fix it\n\n| says | do |\n| --- | --- |\n| `a`, `b` | [x](y.md) |\n';
  expect(blocksOf(page)).toEqual([
    { kind: 'text', text: 'See the wire of `a`.' },
    { kind: 'code', text: 'GET /\n\n{}' },
    { kind: 'heading', text: 'Fix it' },
    { kind: 'table', head: ['says', 'do'], rows: [['`a`, `b`', 'x']] },
  ]);
});

describe('the pages about errors', () => {
  it('are of all errors', () => {
    expect(readdirSync(PAGES).sort()).toEqual(OAUTH_ERROR_CODES.map((code) => `${code}.md`).sort());
  });

  it.each(OAUTH_ERROR_CODES)('%s has nothing that the server would show as Markdown', (code) => {
    const blocks = blocksOf(readFileSync(join(PAGES, `${code}.md`), 'utf8'));
    const texts = blocks.filter(({ kind }) => kind !== 'code').flatMap(textsOf);
    expect(blocks.some(({ kind }) => kind === 'heading')).toBe(true);
    // What stands in backticks is shown as it is.
    for (const text of texts.map((one) => one.replace(/`[^`]*`/g, '')))
      expect(text).not.toMatch(/^\s*([-*>]|\d+\.|#+) |\*\*|__|[`[\]|\\<>]/);
    for (const block of blocks)
      if (block.kind === 'table') expect(new Set(block.rows.map(({ length }) => length))).toEqual(new Set([2]));
  });
});

import { type Block, everyBlockOf } from '@consentry/test-support/docs/page-blocks';
import { PAGES } from '../support/code-blocks/pages';
import { isRun } from '../support/code-blocks/runs';
import { typeProblems } from '../support/code-blocks/typed';

/** A test may run a piece of JavaScript with what it needs; TypeScript is looked at whether or not it is run. */
const isTyped = (block: Block) => /^tsx?$/.test(block.language) || (block.language === 'js' && !isRun(block));

it('every block of TypeScript is one that the compiler takes', () => {
  const blocks = PAGES.flatMap(everyBlockOf).filter(isTyped);
  expect(blocks.length).toBeGreaterThan(15);
  expect(typeProblems(blocks)).toEqual([]);
});

it('finds a fault in a type, across the files of a page, and tells its line', () => {
  const shared = { page: 'README.md', language: 'ts' };
  const problems = typeProblems([
    { ...shared, line: 1, file: 'src/one.ts', text: 'export const one = 1;\n' },
    { ...shared, line: 7, around: "import { one } from './src/one';\n…\n", text: 'const text: string = one;\n' },
  ]);
  expect(problems).toEqual(["README.md:8: Type 'number' is not assignable to type 'string'."]);
});

/** @prove */
import { everyBlockOf } from '../../support/page-blocks';
import { PAGES } from './pages';
import { typeProblems } from './typed';

it('every block of TypeScript is one that the compiler takes', () => {
  const blocks = PAGES.flatMap(everyBlockOf).filter(({ language }) => ['ts', 'tsx', 'js'].includes(language));
  expect(blocks.length).toBeGreaterThan(15);
  expect(typeProblems(blocks)).toEqual([]);
});

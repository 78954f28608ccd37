import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { blocksOf } from '@consentry/test-support/docs/page-blocks';
import { ROOT } from '@consentry/test-support/run/root';

const BLOCKS = blocksOf('docs/how-to/your-users.md');
const squeezed = (text: string) =>
  text
    .replace(/\s+/g, ' ')
    .replace(/,(?= [})\]])/g, '')
    .trim();
const sourceOf = (file: string) => squeezed(readFileSync(join(ROOT, 'examples/own-login/src', file), 'utf8'));

it('docs/how-to/your-users.md shows the lines of the example that runs', () => {
  expect(sourceOf('app.module.ts')).toContain(squeezed(BLOCKS.get('bridge')!).replace(/;$/, ''));
});

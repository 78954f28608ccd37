import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

const DIST = join(__dirname, '../dist');

/** What a program writes to standard error. */
function standardErrorOf(program: string): string {
  const { stderr, status } = spawnSync(process.execPath, ['-e', program, DIST], { encoding: 'utf8' });
  expect(status).toBe(0);
  return stderr;
}

it('nothing is said of an experimental module, whichever Node this is', () => {
  expect(standardErrorOf("require(process.argv[1]).openFile(':memory:').close()")).toBe('');
});

it('other warnings are heard', () => {
  const own = "require(process.argv[1]).openFile(':memory:').close(); process.emitWarning('mind the gap');";
  expect(standardErrorOf(own)).toContain('mind the gap');
});

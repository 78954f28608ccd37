import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

const DIST = join(__dirname, '../dist');

/** Runs a program to its end, which must be a good one. */
function run(program: string) {
  const args = ['--expose-gc', '-e', `const sqlite = require(process.argv[1]); ${program}`, DIST];
  const { stdout, stderr, status } = spawnSync(process.execPath, args, { encoding: 'utf8' });
  expect([status, stderr.includes('Error')]).toEqual([0, false]);
  return { stdout, stderr };
}

it('nothing is said of an experimental module, whichever Node this is', () => {
  expect(run("sqlite.openFile(':memory:').close()").stderr).toBe('');
});

it('other warnings are heard', () => {
  const { stderr } = run("sqlite.openFile(':memory:').close(); process.emitWarning('mind the gap');");
  expect(stderr).toContain('mind the gap');
});

it('rows are read to their end whatever is collected meanwhile', () => {
  const { stdout } = run(`
    const db = sqlite.openFile(':memory:');
    const numbers = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 50) SELECT i, printf('%90d', i) FROM n";
    async function count() {
      let rows = 0;
      for (const row of sqlite.readEach(db, numbers)) {
        rows += 1;
        gc();
        await new Promise(setImmediate);
      }
      console.log(String(rows));
    }
    Promise.all([count(), count(), count()]);`);
  expect(stdout).toBe('50\n50\n50\n');
});

import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const SCRIPT = join(__dirname, 'support/heap-of-cache.cjs');

it('a heap dump shows the claims of cached tokens, but none that could be sent', () => {
  if (!existsSync(join(__dirname, '../dist'))) throw new Error('build the guard first: npm run build');
  const folder = mkdtempSync(join(tmpdir(), 'heap-'));
  try {
    const args = ['--expose-gc', SCRIPT, join(folder, 'of-cache.heapsnapshot')];
    const { found, claims } = JSON.parse(execFileSync(process.execPath, args, { encoding: 'utf8' })) as {
      found: boolean[];
      claims: boolean[];
    };
    expect(claims).toEqual(claims.map(() => true));
    // The first one was kept by the script, so that the search can find something.
    expect(found).toEqual(found.map((_, at) => at === 0));
    expect(found).toHaveLength(20);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { givenServer } from '@consentry/test-support/server/given';
import { ROOT } from '@consentry/test-support/run/root';

const PAGE = readFileSync(join(ROOT, 'docs/endpoints.md'), 'utf8');
const SCRIPT = join(ROOT, 'apps/auth-server/endpoints-page.mjs');

/** The methods of each path that the page shows. */
function shownMethods(): Map<string, string[]> {
  const methods = new Map<string, string[]>();
  for (const [, method = '', path = ''] of PAGE.matchAll(/^### `(\w+) ([^`]+)`$/gm))
    methods.set(path, [...(methods.get(path) ?? []), method]);
  return methods;
}

describe('docs/endpoints.md', () => {
  const server = givenServer();

  it('is what its script prints', async () => {
    const { stdout } = await promisify(execFile)(process.execPath, [SCRIPT, `${server.url}/docs-json`], { cwd: ROOT });
    expect(PAGE).toBe(stdout);
  });

  it('has each method that a path takes, and no other', async () => {
    const shown = shownMethods();
    expect(shown.size).toBeGreaterThan(50);
    for (const [path, methods] of shown) {
      const { status, headers } = await fetch(server.url + path.replace(/\{\w+\}/g, 'any'), { method: 'PROPFIND' });
      const allowed = (headers.get('allow') ?? '')
        .split(', ')
        .filter((method) => !['HEAD', 'OPTIONS'].includes(method));
      expect([path, status, allowed.sort()]).toEqual([path, 405, methods.sort()]);
    }
  });
});

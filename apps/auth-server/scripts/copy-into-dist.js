// The server serves the console out of its own build, and its messages name pages of the docs: so the package has both
// where a clone has them.
const { chmodSync, cpSync, existsSync, rmSync } = require('node:fs');
const { join } = require('node:path');

const ROOT = join(__dirname, '../../..');
const DIST = join(__dirname, '../dist');

/** Of the docs what operators read: neither decisions nor pictures. */
const PAGES = /\/docs(\/(errors|how-to|security)(\/.*)?|\/[^/]+\.md)?$/;

const built = join(ROOT, 'apps/console/dist');
if (!existsSync(join(built, 'manifest.json')))
  throw new Error(`${built} is empty: run npm run build in the root folder`);

for (const [from, name, filter] of [
  [built, 'console', () => true],
  [join(ROOT, 'docs'), 'docs', (path) => PAGES.test(path.replaceAll('\\', '/'))],
]) {
  // Files are named by their content, or taken away: those of the last build would stay.
  rmSync(join(DIST, name), { recursive: true, force: true });
  cpSync(from, join(DIST, name), { recursive: true, filter });
}

// npm makes the commands of a package executable when it installs it, but not those of a clone that is built afterwards.
for (const path of Object.values(require('../package.json').bin)) chmodSync(join(__dirname, '..', path), 0o755);

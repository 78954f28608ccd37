// The server draws its pages with libs/ui, serves the console out of its own build, and its messages name pages of the
// docs: so the package has all three where a clone has them.
const { chmodSync, cpSync, existsSync, readdirSync, rmSync } = require('node:fs');
const { join } = require('node:path');

const ROOT = join(__dirname, '../../..');
const DIST = join(__dirname, '../dist');

/** Of the docs what operators read: neither decisions nor pictures. */
const PAGES = /\/docs(\/(errors|how-to|security)(\/.*)?|\/[^/]+\.md)?$/;

const built = join(ROOT, 'apps/console/dist');
const controls = join(ROOT, 'libs/ui/dist');
for (const file of [join(built, 'manifest.json'), join(controls, 'icon.js')])
  if (!existsSync(file)) throw new Error(`${file} is missing: run npm run build in the root folder`);

for (const [from, name, filter] of [
  [built, 'console', () => true],
  [controls, 'ui', (path) => !path.endsWith('.d.ts')],
  [join(ROOT, 'docs'), 'docs', (path) => PAGES.test(path.replaceAll('\\', '/'))],
]) {
  // Files are named by their content, or taken away: those of the last build would stay.
  rmSync(join(DIST, name), { recursive: true, force: true });
  cpSync(from, join(DIST, name), { recursive: true, filter });
}
for (const name of readdirSync(join(ROOT, 'libs/ui/src')).filter((file) => file.endsWith('.css')))
  cpSync(join(ROOT, 'libs/ui/src', name), join(DIST, 'ui', name));

// npm makes the commands of a package executable when it installs it, but not those of a clone that is built afterwards.
for (const path of Object.values(require('../package.json').bin)) chmodSync(join(__dirname, '..', path), 0o755);

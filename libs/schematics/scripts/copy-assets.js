// What tsc leaves behind: the collection, the options' schemas, and the files that generators write. Links to files of the
// auth server become those files.
const { cpSync, readdirSync, rmSync, statSync } = require('node:fs');
const { join } = require('node:path');

const package = join(__dirname, '..');
const [source, target] = ['src', 'dist'].map((folder) => join(package, folder));

// A template of an earlier build that has another name now would be written beside the present one.
for (const entry of readdirSync(target, { withFileTypes: true }))
  if (entry.isDirectory()) rmSync(join(target, entry.name, 'files'), { recursive: true, force: true });

cpSync(source, target, {
  recursive: true,
  dereference: true,
  filter: (path) => statSync(path).isDirectory() || /\.(json|template)$/.test(path) || /\/files\//.test(path),
});

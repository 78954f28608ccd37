// What tsc leaves behind: the collection, the options' schemas, and the files that generators write. Links to files of the
// auth server become those files.
const { cpSync, statSync } = require('node:fs');
const { join } = require('node:path');

const package = join(__dirname, '..');

cpSync(join(package, 'src'), join(package, 'dist'), {
  recursive: true,
  dereference: true,
  filter: (path) => statSync(path).isDirectory() || /\.(json|template)$/.test(path) || /\/files\//.test(path),
});

// What tsc leaves behind: the collection, the options' schemas, and the templates.
const { cpSync, statSync } = require('node:fs');
const { join } = require('node:path');

const package = join(__dirname, '..');

cpSync(join(package, 'src'), join(package, 'dist'), {
  recursive: true,
  filter: (path) => statSync(path).isDirectory() || /\.(json|template)$/.test(path),
});

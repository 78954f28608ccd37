// Each build says in its own package.json what its .js files are, whatever the package around it says.
const { writeFileSync } = require('node:fs');
const { join } = require('node:path');

const dist = join(__dirname, '..', 'dist');

for (const [build, type] of [
  ['cjs', 'commonjs'],
  ['esm', 'module'],
]) {
  writeFileSync(join(dist, build, 'package.json'), `${JSON.stringify({ type })}\n`);
}

// What tsc leaves open about the two builds.
const { readFileSync, writeFileSync } = require('node:fs');
const { join } = require('node:path');

const dist = join(__dirname, '..', 'dist');

// Each says in its own package.json what its .js files are, whatever the package around it says.
for (const [build, type] of [
  ['cjs', 'commonjs'],
  ['esm', 'module'],
]) {
  writeFileSync(join(dist, build, 'package.json'), `${JSON.stringify({ type })}\n`);
}

// ES modules have no require, and bundlers take a computed import for none.
const file = join(dist, 'esm', 'nest', 'optional-packages.js');
const text = readFileSync(file, 'utf8').replace(/\bawait require\(('[^']+')\)/g, 'await import($1)');
if (/\brequire\(/.test(text)) throw new Error(`${file} still has a require`);
writeFileSync(file, text);

const { readFileSync, readdirSync } = require('node:fs');
const { join, relative } = require('node:path');

/** How a file begins that `npm test` runs on SQLite alone, or not at all; `npm run prove` runs what it names on both. */
const [ONCE, PROVE] = ['/** @once */', '/** @prove */'];

/** @returns the paths of test files below `folder` that begin with one of the marks. */
const marked = (folder, ...marks) =>
  readdirSync(join(__dirname, folder), { recursive: true })
    .filter((name) => /spec\.tsx?$/.test(name))
    .map((name) => join(__dirname, folder, name))
    .filter((path) => marks.some((mark) => readFileSync(path, 'utf8').startsWith(mark)))
    .map((path) => relative(__dirname, path));

/** @returns patterns of what `npm test` leaves out below `folder` with these marks. */
const leftOut = (folder, ...marks) =>
  process.env.PROOFS ? [] : marked(folder, ...marks).map((path) => `<rootDir>/${path}$`);

module.exports = { ONCE, PROVE, marked, leftOut };

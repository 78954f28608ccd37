// The server serves the console out of its own build, so that the package has it where a clone has it.
const { cpSync, existsSync, rmSync } = require('node:fs');
const { join } = require('node:path');

const built = join(__dirname, '../../console/dist');
const copy = join(__dirname, '../dist/console');

if (!existsSync(join(built, 'manifest.json')))
  throw new Error(`${built} is empty: run npm run build in the root folder`);
// Files are named by their content: those of the last build would stay.
rmSync(copy, { recursive: true, force: true });
cpSync(built, copy, { recursive: true });

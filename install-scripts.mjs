// Runs the install scripts that are needed, and no others. .npmrc turns all of them off: any of some 700 packages could
// otherwise run code on every machine that installs. npm 11 obeys "allowScripts" of package.json, npm 10 does not; this
// does on both, before a build, once for each version of a package and of Node.
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { URL, fileURLToPath } from 'node:url';

const root = new URL('./', import.meta.url);
const record = new URL('node_modules/.install-scripts.json', root);

const read = (url) => {
  try {
    return JSON.parse(readFileSync(url, 'utf8'));
  } catch (error) {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  }
};

const { allowScripts } = read(new URL('package.json', root));
const allowed = Object.keys(allowScripts).filter((name) => allowScripts[name]);
// Those for another platform, and after `npm prune --omit=dev` those of tests, are not here.
const installed = allowed.flatMap((name) => {
  const found = read(new URL(`node_modules/${name}/package.json`, root));
  return found === undefined ? [] : [`${name}@${found.version} for Node ${process.versions.modules}`];
});
const done = read(record) ?? [];

/** An npm that ran all scripts may have installed it; to compile it anew takes minutes. */
function isBuilt(name) {
  if (name !== 'better-sqlite3') return false;
  try {
    const Database = createRequire(root)(name);
    return new Database(':memory:').close().open === false;
  } catch {
    return false;
  }
}

const news = installed.filter((each) => !done.includes(each));
const due = news.map((each) => each.replace(/@[^@]*$/, '')).filter((name) => !isBuilt(name));
if (due.length > 0) {
  // Standard output is the command's that was called.
  const stdio = ['ignore', process.stderr, process.stderr];
  const shell = process.platform === 'win32';
  execFileSync('npm', ['rebuild', '--loglevel=error', '--ignore-scripts=false', ...due], {
    cwd: fileURLToPath(root),
    stdio,
    shell,
  });
}
if (news.length > 0) writeFileSync(record, JSON.stringify(installed));

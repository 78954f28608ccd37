import { execFileSync } from 'node:child_process';
import { readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { ROOT } from '@consentry/test-support/run/root';
import { freshDir } from '@consentry/test-support/server/server';
import { type Manifest, PACKAGES, manifestOf } from './packages';

const environment = {
  PATH: process.env['PATH'] ?? '',
  HOME: process.env['HOME'] ?? '',
  CI: 'true',
  NX_DAEMON: 'false',
};

const run = (cwd: string, command: string, ...given: string[]) =>
  execFileSync(command, given, { cwd, env: environment, encoding: 'utf8', maxBuffer: 64 << 20 });

const read = (folder: string, name: string) => JSON.parse(readFileSync(join(folder, name), 'utf8')) as Manifest;

/** Nx removes what it builds anew, which other tests run meanwhile. */
function cloneOfTheProject() {
  const clone = join(freshDir(), 'clone');
  run(ROOT, 'git', 'clone', '--quiet', '--no-tags', '--depth=1', `file://${ROOT}`, clone);
  run(clone, 'git', 'remote', 'remove', 'origin');
  symlinkSync(join(ROOT, 'node_modules'), join(clone, 'node_modules'));
  return clone;
}

/** @returns how npm would be called to publish a package: this one publishes nothing. */
function publishedBy(folder: string, more: Record<string, string>): string {
  const commands = freshDir();
  const npm = run(folder, 'sh', '-c', 'command -v npm').trim();
  const stub = `#!/bin/sh\nif [ "$1" = publish ]; then echo "$@"; cat package.json; else exec ${npm} "$@"; fi\n`;
  writeFileSync(join(commands, 'npm'), stub, { mode: 0o755 });
  const env = { ...environment, ...more, PATH: `${commands}:${environment.PATH}` };
  return execFileSync('node', ['../../release/publish.mjs'], { cwd: folder, env, encoding: 'utf8' });
}

describe('a release', () => {
  it('is shown by a dry run without tags: versions, changelogs, and what would be published; and changes nothing', () => {
    const clone = cloneOfTheProject();
    const before = run(clone, 'git', 'status', '--porcelain');
    // Nx writes which files it would change to standard error.
    const output = stripVTControlCharacters(run(clone, 'sh', '-c', 'npx nx release minor --dry-run --yes 2>&1'));
    for (const path of PACKAGES) {
      expect(output).toContain(`UPDATE ${path}/package.json [dry-run]`);
      expect(output).toContain(`Previewing an entry in ${path}/CHANGELOG.md`);
      expect(output).toContain(`npm notice name: ${manifestOf(path).name}\n`);
    }
    expect(output.match(/^npm notice name: /gm)).toHaveLength(PACKAGES.length);
    expect(run(clone, 'git', 'status', '--porcelain')).toBe(before);

    const folder = join(clone, 'libs/typeorm-node-sqlite');
    const REPOSITORY = 'https://git.example.com/team/consentry';
    const published = publishedBy(folder, { REPOSITORY });
    expect(published).toMatch(/^publish --access public$/m);
    expect(published).toContain(`"url": "git+${REPOSITORY}",\n    "directory": "libs/typeorm-node-sqlite"`);
    const provenance = publishedBy(folder, { REPOSITORY, SIGSTORE_ID_TOKEN: 'of a job' });
    expect(provenance).toMatch(/^publish --access public --provenance$/m);
    expect(() => publishedBy(folder, {})).toThrow('REPOSITORY must be the https URL of the public repository');
    expect(run(clone, 'git', 'status', '--porcelain')).toBe(before);
  }, 600_000);

  it('writes one version into the packages and the lock file, which npm ci takes', () => {
    const clone = cloneOfTheProject();
    const version = '7.8.9';
    run(clone, 'npx', 'nx', 'release', 'version', version, '--git-commit=false', '--git-tag=false');
    const locked = read(clone, 'package-lock.json') as unknown as { packages: Record<string, Manifest> };
    for (const path of PACKAGES) {
      expect(read(clone, `${path}/package.json`).version).toBe(version);
      expect(locked.packages[path]?.version).toBe(version);
    }
    const staged = run(clone, 'git', 'diff', '--cached', '--name-only').trimEnd().split('\n');
    expect(staged.sort()).toEqual([...PACKAGES.map((path) => `${path}/package.json`), 'package-lock.json'].sort());
    run(clone, 'npm', 'ci', '--dry-run', '--ignore-scripts', '--no-audit');
  }, 300_000);
});

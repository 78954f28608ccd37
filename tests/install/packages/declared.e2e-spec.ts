import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { join } from 'node:path';
import { preProcessFile } from 'typescript';
import { ROOT } from '@consentry/test-support/run/root';
import { type Manifest, PACKAGES, manifestOf } from './packages';

/** By `createRequire`. */
const LOADED = /\bload\('([^'\n]+)'\)/g;

const filesOf = (path: string) =>
  readdirSync(join(ROOT, path, 'dist'), { recursive: true, encoding: 'utf8' }).filter(
    (name) => /(\.js|\.d\.ts)$/.test(name) && !name.startsWith('console/'),
  );

const packageOf = (specifier: string) => specifier.split('/', specifier.startsWith('@') ? 2 : 1).join('/');

const TAKEN = '^0.1.13 || ^0.2.0';

/** What the compiled files and their types import. */
function importedBy(path: string): string[] {
  const texts = filesOf(path).map((name) => readFileSync(join(ROOT, path, 'dist', name), 'utf8'));
  const specifiers = texts.flatMap((text) => [
    ...preProcessFile(text, true, true).importedFiles.map(({ fileName }) => fileName),
    ...[...text.matchAll(LOADED)].map(([, name = '']) => name),
  ]);
  const others = specifiers.filter((name) => !/^(\.|node:|#)/.test(name) && !builtinModules.includes(name));
  return [...new Set(others.map(packageOf))].sort();
}

const declaredBy = ({ dependencies, optionalDependencies, peerDependencies }: Manifest) =>
  Object.keys({ ...dependencies, ...optionalDependencies, ...peerDependencies });

describe.each(PACKAGES)('the package in %s', (path) => {
  const manifest = manifestOf(path);

  it('imports what its package.json declares, and nothing else', () => {
    const imported = importedBy(path);
    expect(imported.length).toBeGreaterThan(0);
    expect(imported.filter((name) => !declaredBy(manifest).includes(name))).toEqual([]);
  });

  // Of Nest 11 and 12; Nx 22 makes apps with 0.1: npm would refuse the packages there.
  it('takes reflect-metadata 0.1 and 0.2, if the application brings it', () => {
    const { 'reflect-metadata': range = TAKEN } = manifest.peerDependencies ?? {};
    expect(range).toBe(TAKEN);
  });

  it('has its licence, a README, a CHANGELOG, what it is and which Node it needs', () => {
    for (const name of ['CHANGELOG.md', 'LICENSE', 'README.md']) {
      expect(manifest.files).toContain(name);
      expect(existsSync(join(ROOT, path, name))).toBe(true);
    }
    expect(readFileSync(join(ROOT, path, 'LICENSE'))).toEqual(readFileSync(join(ROOT, 'LICENSE')));
    expect(manifest).toMatchObject({ license: 'MIT', engines: { node: '>=20.19' } });
    expect(manifest.description).toMatch(/\.$/);
    expect(manifest.keywords).toContain('oauth2');
    expect(manifest.private).toBeUndefined();
  });
});

it('SQLite for a Node that has none is loaded where it is needed, so that it may be missing', () => {
  const texts = PACKAGES.flatMap((path) =>
    filesOf(path).map((name) => readFileSync(join(ROOT, path, 'dist', name), 'utf8')),
  );
  expect(texts.filter((text) => /(require\(|from )["']@photostructure/.test(text))).toEqual([]);
  expect(texts.filter((text) => text.includes("load('@photostructure/sqlite')"))).toHaveLength(1);
});

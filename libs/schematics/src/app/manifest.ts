import type { Tree } from '@angular-devkit/schematics';
import { parse } from 'jsonc-parser';

import { setInJson } from '../source/edit-json';
import { Refusal } from '../source/refusal';

const FILE = '/package.json';

export type Packages = Readonly<Record<string, string>>;
const KINDS = ['dependencies', 'devDependencies', 'peerDependencies'] as const;
type Kind = (typeof KINDS)[number];
type Manifest = Partial<Record<Kind, Packages>> & {
  readonly scripts?: Readonly<Record<string, string>>;
  readonly type?: string;
  readonly name?: string;
};

/** Reads the app's package.json. Throws a Refusal where there is none. */
export function readManifest(tree: Tree): Manifest {
  if (!tree.exists(FILE)) throw new Refusal('There is no package.json here: run this in the folder of your app.');
  return parse(tree.readText(FILE)) as Manifest;
}

/** The range by which the app has a package; undefined where it has not. */
export function rangeOf(manifest: Manifest, name: string): string | undefined {
  return manifest.dependencies?.[name] ?? manifest.devDependencies?.[name] ?? manifest.peerDependencies?.[name];
}

/** The major version that a range begins with, such as 11 of `^11.0.1`; undefined where it names none. */
export function majorOf(range: string | undefined): number | undefined {
  const major = /^[\^~>=v\s]*(\d+)/.exec(range ?? '')?.[1];
  return major === undefined ? undefined : Number(major);
}

/** Every package that the app names, with its range. */
export function packagesOf(manifest: Manifest): Packages {
  return Object.assign({}, ...KINDS.toReversed().map((kind) => manifest[kind])) as Packages;
}

/**
 * Adds the packages that the app does not have, where the alphabet puts them. A development package that the app is to
 * run on moves to `dependencies`. @returns the names of those added or moved.
 */
export function addPackages(tree: Tree, kind: Kind, packages: Packages): string[] {
  const manifest = readManifest(tree);
  const ofTests = kind === 'dependencies' ? (manifest.devDependencies ?? {}) : {};
  const missing = Object.keys(packages).filter((name) => name in ofTests || rangeOf(manifest, name) === undefined);
  for (const name of missing) {
    if (name in ofTests) setPackage(tree, 'devDependencies', name, undefined);
    setPackage(tree, kind, name, ofTests[name] ?? packages[name]);
  }
  return missing;
}

/** Names another range for a package, wherever the app has it. */
export function changeRange(tree: Tree, name: string, range: string | undefined): void {
  for (const kind of kindsOf(tree, name)) setPackage(tree, kind, name, range);
}

function kindsOf(tree: Tree, name: string): Kind[] {
  const manifest = readManifest(tree);
  return KINDS.filter((kind) => manifest[kind]?.[name] !== undefined);
}

function setPackage(tree: Tree, kind: Kind, name: string, range: string | undefined): void {
  setInJson(tree, FILE, [kind, name], range, (names) => names.filter((other) => other < name).length);
}

/** Adds a script to package.json. @returns whether it was not there. */
export function addScript(tree: Tree, name: string, command: string): boolean {
  if (readManifest(tree).scripts?.[name] !== undefined) return false;
  setInJson(tree, FILE, ['scripts', name], command);
  return true;
}

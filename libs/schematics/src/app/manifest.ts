import type { Tree } from '@angular-devkit/schematics';
import { applyEdits, modify, parse } from 'jsonc-parser';

import { Refusal } from '../source/refusal';

const FILE = '/package.json';

export type Packages = Readonly<Record<string, string>>;
type Kind = 'dependencies' | 'devDependencies';
type Manifest = Partial<Record<Kind | 'peerDependencies', Packages>> & {
  readonly name?: string;
  readonly type?: string;
};

/** Reads the app's package.json. Throws a Refusal where there is none. */
export function readManifest(tree: Tree): Manifest {
  if (!tree.exists(FILE)) throw new Refusal('There is no package.json here: run it in the folder of your app.');
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

/** Adds the packages that the app does not have yet, where the alphabet puts them. @returns the names of those. */
export function addPackages(tree: Tree, kind: Kind, packages: Packages): string[] {
  const manifest = readManifest(tree);
  const missing = Object.entries(packages).filter(([name]) => rangeOf(manifest, name) === undefined);
  for (const [name, range] of missing) {
    const text = tree.readText(FILE);
    const edits = modify(text, [kind, name], range, {
      formattingOptions: { ...indentationOf(text), eol: text.includes('\r\n') ? '\r\n' : '\n' },
      getInsertionIndex: (names) => names.filter((other) => other < name).length,
    });
    tree.overwrite(FILE, applyEdits(text, edits));
  }
  return missing.map(([name]) => name);
}

function indentationOf(text: string): { insertSpaces: boolean; tabSize: number } {
  const indent = /^([ \t]+)"/m.exec(text)?.[1] ?? '  ';
  return { insertSpaces: !indent.startsWith('\t'), tabSize: indent.startsWith('\t') ? 1 : indent.length };
}

import type { DirEntry, Tree } from '@angular-devkit/schematics';

/** All files of a workspace that people write in these languages, tests too: `ts`, `mjs` and so on. */
export const workspaceFiles = (tree: Tree, extensions: readonly string[]): string[] => [
  ...filesIn(tree.root, new RegExp(`\\.(${extensions.join('|')})$`)),
];

function* filesIn(folder: DirEntry, pattern: RegExp): Generator<string> {
  for (const name of folder.subfiles) if (pattern.test(name)) yield `${folder.path}/${name}`.replace(/^\/+/, '');
  for (const name of folder.subdirs)
    if (!/^(node_modules|dist|\..*)$/.test(name)) yield* filesIn(folder.dir(name), pattern);
}

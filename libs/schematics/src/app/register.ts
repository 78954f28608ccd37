import { posix } from 'node:path';

import type { Tree } from '@angular-devkit/schematics';

import { addToModule, type ModuleFile } from '../source/add-to-module';
import type { ModuleList } from '../source/module-metadata';
import type { Application } from './application';
import { sourceFiles } from './guarded';

/** A class that was generated, and the list of a module that it belongs to. */
export interface Registration {
  readonly path: string;
  readonly className: string;
  readonly list: ModuleList;
}

/** Adds a class to a module, unless a module names it already. */
export function register(
  tree: Tree,
  { sourceRoot, extension }: Application,
  module: ModuleFile,
  { path, className, list }: Registration,
): void {
  const isRegistered = [...sourceFiles(tree.getDir(sourceRoot))]
    .filter((file) => file !== path)
    .map((file) => tree.readText(file))
    .some((text) => text.includes('@Module(') && new RegExp(`\\b${className}\\b`).test(text));
  if (isRegistered) return;
  const relative = posix.relative(posix.dirname(module.path), path).replace(/\.ts$/, extension);
  const from = relative.startsWith('.') ? relative : `./${relative}`;
  addToModule(tree, module, { list, element: className, imports: [{ names: [className], from }] });
}

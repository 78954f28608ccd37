import type { Tree } from '@angular-devkit/schematics';

import { editFile } from './edit-file';
import { type Import, importEdits, importLine } from './imports';
import { elementEdit, type ModuleList, moduleMetadata } from './module-metadata';
import { parseSource } from './parse-source';
import { Refusal } from './refusal';
import { inStyle, styleOf } from './style';

/** A file and the class in it that is a Nest module. */
export interface ModuleFile {
  readonly path: string;
  readonly className: string;
}

/** An element of a module's list, and what its file has to import for it. */
export interface Addition {
  readonly list: ModuleList;
  /** As written at the margin, with `\n`, two spaces and single quotes. */
  readonly element: string;
  readonly imports: readonly Import[];
}

/** Adds to a module. Throws a Refusal with the lines to paste where its metadata is written in a way that is not understood. */
export function addToModule(tree: Tree, { path, className }: ModuleFile, addition: Addition): void {
  const style = styleOf(tree, path);
  const source = parseSource(path, tree.readText(path));
  const metadata = moduleMetadata(source, className);
  const edit = metadata && elementEdit(metadata, addition.list, addition.element, style);
  if (edit === undefined) {
    const lines = [
      ...addition.imports.map(({ names, from }) => importLine(names, from, style)),
      `@Module({ ${addition.list}: [${inStyle(addition.element, style)}] })`,
    ];
    throw new Refusal(`${path} has no @Module({ … }) for ${className} to which ${addition.list} can be added.`, lines);
  }
  editFile(tree, path, [...importEdits(source, addition.imports, style), edit]);
}

import { dirname } from 'node:path';

import type { Tree } from '@angular-devkit/schematics';
import { parse } from 'jsonc-parser';
import * as ts from 'typescript';

/** Declarations of one package, in the place of those that are installed. */
export interface PackageTypes {
  readonly name: string;
  readonly text: string;
}

const STAND_IN = '/stand-in-types/index.d.ts';

/**
 * Type-checks files of a tree against declarations of one package. Every other package is unknown to it, as it may not be
 * installed yet.
 */
export function programOf(tree: Tree, paths: readonly string[], types: PackageTypes): ts.Program {
  const options: ts.CompilerOptions = {
    target: ts.ScriptTarget.ES2022,
    lib: ['lib.es2022.d.ts'],
    module: ts.ModuleKind.CommonJS,
    strict: true,
    experimentalDecorators: true,
    types: [],
    baseUrl: '/',
    paths: { ...pathsOf(tree), [types.name]: [STAND_IN] },
  };
  return ts.createProgram({ rootNames: paths.map(absolute), options, host: hostOf(tree, types, options) });
}

/** Whether a symbol is declared by that package. */
export const isOfPackage = (symbol: ts.Symbol | undefined): boolean =>
  symbol?.declarations?.some((one) => one.getSourceFile().fileName === STAND_IN) ?? false;

export const absolute = (path: string) => `/${path}`;

function hostOf(tree: Tree, types: PackageTypes, options: ts.CompilerOptions): ts.CompilerHost {
  const library = dirname(ts.getDefaultLibFilePath(options));
  const readFile = (path: string): string | undefined => {
    if (path === STAND_IN) return types.text;
    if (path.startsWith(library)) return ts.sys.readFile(path);
    return !path.includes('/node_modules/') && tree.exists(path) ? tree.readText(path) : undefined;
  };
  return {
    readFile,
    fileExists: (path) => readFile(path) !== undefined,
    getSourceFile: (path, version) => {
      const text = readFile(path);
      return text === undefined ? undefined : ts.createSourceFile(path, text, version, true);
    },
    getDefaultLibFileName: ts.getDefaultLibFilePath,
    getCurrentDirectory: () => '/',
    getCanonicalFileName: (path) => path,
    useCaseSensitiveFileNames: () => true,
    getNewLine: () => '\n',
    writeFile: () => undefined,
  };
}

/** Names that a workspace gives to its own libraries, of the Nest CLI (tsconfig.json) or Nx (tsconfig.base.json). */
function pathsOf(tree: Tree): ts.MapLike<string[]> {
  const file = ['tsconfig.base.json', 'tsconfig.json'].find((name) => tree.exists(name));
  const config = (file === undefined ? undefined : parse(tree.readText(file))) as
    { compilerOptions?: { paths?: ts.MapLike<string[]> } } | undefined;
  return config?.compilerOptions?.paths ?? {};
}

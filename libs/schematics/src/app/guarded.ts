import type { DirEntry, Tree } from '@angular-devkit/schematics';
import * as ts from 'typescript';

import { parseSource } from '../source/parse-source';

/** Which parts of the guard an app has already, and where. */
export interface Guarded {
  /** The file that calls `GuardModule.forRoot` or `forRootAsync`. */
  readonly module: string | undefined;
  /** The file that makes `JwtBearerGuard` the guard of all routes. */
  readonly global: string | undefined;
}

/** The team's guard of all routes, which authenticates callers. */
export interface OwnGuard {
  readonly path: string;
  readonly name: string;
}

export function findOwnGuard(tree: Tree, sourceRoot: string): OwnGuard | undefined {
  for (const path of sourceFiles(tree.getDir(sourceRoot))) {
    const text = tree.readText(path);
    if (!/APP_GUARD|useGlobalGuards/.test(text)) continue;
    const name = namesIn(parseSource(path, text)).find((one) => /auth|jwt/i.test(one) && one !== 'JwtBearerGuard');
    if (name !== undefined) return { path, name };
  }
  return undefined;
}

function namesIn(source: ts.Node): string[] {
  const names: string[] = [];
  const visit = (node: ts.Node): void => {
    if (isForAll(node)) names.push(...(node.getText().match(/\b[A-Z]\w*Guard\b/g) ?? []));
    ts.forEachChild(node, visit);
  };
  visit(source);
  return names;
}

/** `{ provide: APP_GUARD, … }`, or `app.useGlobalGuards(…)`. */
const isForAll = (node: ts.Node) =>
  ts.isObjectLiteralExpression(node)
    ? node.properties.some((property) => /^provide:\s*APP_GUARD$/.test(property.getText()))
    : ts.isCallExpression(node) && /\.useGlobalGuards$/.test(node.expression.getText());

/** Looks through files of the app, wherever its modules are. */
export function findGuarded(tree: Tree, files: Iterable<string>): Guarded {
  let [module, global]: (string | undefined)[] = [];
  for (const path of files) {
    const text = tree.readText(path);
    if (!text.includes('@consentry/guard')) continue;
    const visit = (node: ts.Node): void => {
      if (isModuleCall(node)) module ??= path;
      if (isGlobalGuard(node)) global ??= path;
      ts.forEachChild(node, visit);
    };
    visit(parseSource(path, text));
  }
  return { module, global };
}

/** The first file of the app's sources that holds a text, as a call of a module of ours. */
export const fileWith = (tree: Tree, sourceRoot: string, text: string): string | undefined =>
  [...sourceFiles(tree.getDir(sourceRoot))].find((path) => tree.readText(path).includes(text));

export function* sourceFiles(folder: DirEntry): Generator<string> {
  for (const name of folder.subfiles)
    if (/\.ts$/.test(name) && !/\.(spec|d|e2e-spec)\.ts$/.test(name))
      yield `${folder.path}/${name}`.replace(/^\/+/, '');
  for (const name of folder.subdirs) if (name !== 'node_modules') yield* sourceFiles(folder.dir(name));
}

const isModuleCall = (node: ts.Node) =>
  ts.isPropertyAccessExpression(node) &&
  ts.isIdentifier(node.expression) &&
  node.expression.text === 'GuardModule' &&
  node.name.text.startsWith('forRoot');

/** `{ provide: APP_GUARD, useClass: JwtBearerGuard }`, or `app.useGlobalGuards(…JwtBearerGuard…)`. */
function isGlobalGuard(node: ts.Node): boolean {
  if (ts.isObjectLiteralExpression(node)) {
    const text = node.properties.map((property) => property.getText().replace(/\s/g, ''));
    return text.includes('provide:APP_GUARD') && text.some((one) => /^use(Class|Existing):JwtBearerGuard$/.test(one));
  }
  if (!ts.isCallExpression(node) || !ts.isPropertyAccessExpression(node.expression)) return false;
  return (
    node.expression.name.text === 'useGlobalGuards' &&
    node.arguments.some((one) => /\bJwtBearerGuard\b/.test(one.getText()))
  );
}

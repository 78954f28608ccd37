import { posix } from 'node:path';

import type { Tree } from '@angular-devkit/schematics';
import * as ts from 'typescript';

import type { ModuleFile } from '../source/add-to-module';
import { parseSource } from '../source/parse-source';
import { Refusal } from '../source/refusal';

/** The module that `main.ts` starts, else AppModule where the Nest CLI puts it. Throws a Refusal where there is none. */
export function findRootModule(tree: Tree, sourceRoot: string, main: { path: string; text: string }): ModuleFile {
  const started = startedModule(main.path, main.text);
  const path = started === undefined ? undefined : resolveFile(tree, posix.dirname(main.path), started.from);
  if (started !== undefined && path !== undefined) return { path, className: started.name };
  const usual = `${sourceRoot}/app.module.ts`;
  if (tree.exists(usual)) return { path: usual, className: 'AppModule' };
  throw new Refusal(
    `Neither ${main.path} names a module of this app, nor is there ${usual}: say --source-root or --project.`,
  );
}

/** The file of a relative import. */
export function resolveFile(tree: Tree, folder: string, from: string): string | undefined {
  const path = posix.join(folder, from.replace(/\.js$/, ''));
  return [`${path}.ts`, path, `${path}/index.ts`].find((one) => one.endsWith('.ts') && tree.exists(one));
}

/** The class in `NestFactory.create(AppModule)`, and where it is imported from. */
function startedModule(path: string, text: string): { name: string; from: string } | undefined {
  const source = parseSource(path, text);
  let name: string | undefined;
  const visit = (node: ts.Node): void => {
    const [module] = ts.isCallExpression(node) ? node.arguments : [];
    if (module !== undefined && ts.isIdentifier(module) && isFactoryCall(node as ts.CallExpression))
      name ??= module.text;
    ts.forEachChild(node, visit);
  };
  visit(source);
  const from = source.statements.filter(ts.isImportDeclaration).find((one) => importsName(one, name));
  if (name === undefined || from === undefined || !ts.isStringLiteral(from.moduleSpecifier)) return undefined;
  return from.moduleSpecifier.text.startsWith('.') ? { name, from: from.moduleSpecifier.text } : undefined;
}

const isFactoryCall = ({ expression }: ts.CallExpression) =>
  ts.isPropertyAccessExpression(expression) &&
  ts.isIdentifier(expression.expression) &&
  expression.expression.text === 'NestFactory' &&
  expression.name.text.startsWith('create');

const importsName = ({ importClause }: ts.ImportDeclaration, name: string | undefined) => {
  const bindings = importClause?.namedBindings;
  return (
    bindings !== undefined && ts.isNamedImports(bindings) && bindings.elements.some((one) => one.name.text === name)
  );
};

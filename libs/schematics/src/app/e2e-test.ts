import { posix } from 'node:path';

import type { Tree } from '@angular-devkit/schematics';
import * as ts from 'typescript';

import { valueOf } from '../source/value-of';
import type { Application } from './application';
import { guardAddresses } from './guard-addresses';
import { fileWith } from './guarded';
import type { RootModule } from './root-module';

const DEFAULTS = {
  issuer: "process.env.AUTH_URL ?? 'http://localhost:3000'",
  audience: "process.env.SERVICE_URL ?? 'http://localhost:3001'",
};

/** Where an app's e2e tests are, and what their templates have to know. @param guard the file with the guard's settings. */
export function testValues(tree: Tree, app: Application, guard: string): { folder: string; values: object } {
  const { rootModule, platform, extension } = app;
  const { folder, suffix, runner } = app.tests;
  const relative = posix.relative(folder, rootModule.path).replace(/\.ts$/, extension);
  const from = relative.startsWith('.') ? relative : `./${relative}`;
  const values = {
    ...guardAddresses(tree, guard, DEFAULTS),
    rootModule: { import: `import ${bindingOf(rootModule)} from '${from}';`, element: testedModule(tree, app) },
    suffix,
    isVitest: runner === 'vitest',
    isFastify: platform === 'fastify',
    extension,
  };
  return { folder, values };
}

/** A sign-in bridge starts with no key only where our generator wrote it. */
export const needsSignInKey = (tree: Tree, { sourceRoot }: Application): boolean =>
  fileWith(tree, sourceRoot, 'SIGN_IN_KEY') !== undefined && fileWith(tree, sourceRoot, 'keyForTests') === undefined;

function bindingOf({ className, exportedAs }: RootModule): string {
  if (exportedAs === 'default') return className;
  return exportedAs === className ? `{ ${className} }` : `{ ${exportedAs} as ${className} }`;
}

/** The module as the app starts it: `AppModule`, or `AppModule.register()` with arguments that a test can repeat. */
export function testedModule(tree: Tree, app: Application): string {
  const { className } = app.rootModule;
  const call = dynamicModule(tree, app);
  if (!call?.arguments.every(ts.isLiteralExpression)) return className;
  return `${className}.${call.expression.name.text}(${call.arguments.map((one) => one.getText()).join(', ')})`;
}

/** The call of a static method of the root module's class by which the app is started; undefined where it is started by none. */
export function dynamicModule(tree: Tree, { start, rootModule }: Application) {
  const value = start?.call.arguments[0] && valueOf(tree, start.call.arguments[0]);
  if (!value || !ts.isCallExpression(value) || !ts.isPropertyAccessExpression(value.expression)) return undefined;
  const owner = valueOf(tree, value.expression.expression);
  const isOwn = owner !== undefined && ts.isClassDeclaration(owner) && owner.name?.text === rootModule.className;
  return isOwn ? (value as ts.CallExpression & { expression: ts.PropertyAccessExpression }) : undefined;
}

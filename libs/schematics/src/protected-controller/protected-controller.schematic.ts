import { posix } from 'node:path';

import { strings } from '@angular-devkit/core';
import { chain, type Rule, type Tree, url } from '@angular-devkit/schematics';

import { type Application, readApplication } from '../app/application';
import { testValues } from '../app/e2e-test';
import { findGuarded, sourceFiles } from '../app/guarded';
import { Refusal } from '../source/refusal';
import { writtenFiles } from '../app/written-files';
import { addToModule } from '../source/add-to-module';
import { nearestModule } from './nearest-module';
import type { ProtectedControllerOptions } from './protected-controller.options';

/** A controller whose routes need scopes, in the nearest module, with its e2e test. */
export function protectedController(options: ProtectedControllerOptions): Rule {
  return (tree, { logger }) => {
    const app = readApplication(tree, options);
    const guarded = findGuarded(tree, app.sourceRoot);
    if (guarded.module === undefined)
      throw new Refusal('The app has no GuardModule yet: nest g -c @consentry/schematics init');
    const { name, folder, values } = controllerValues(app, options);
    const test = testValues(tree, app, guarded.module);
    const all = { ...values, ...test.values };
    const path = `${folder}/${name}.controller.ts`;
    if (tree.exists(path)) logger.info(`${path} is there already, and stays as it is.`);
    return chain([
      writtenFiles(url('./files/source'), folder, all, app.style),
      options.spec === false ? (same: Tree) => same : writtenFiles(url('./files/test'), test.folder, all, app.style),
      (written: Tree) => register(written, app, path, values.className),
      () => logger.info(`List ${values.readScope} and ${values.writeScope} in the auth server's RESOURCES_FILE.`),
    ]);
  };
}

function controllerValues(app: Application, options: ProtectedControllerOptions) {
  const parts = [...(options.path ?? '').split('/'), ...options.name.split('/')].filter((part) => part !== '');
  const name = strings.dasherize(parts.at(-1) ?? '').replace(/-?controller$/, '');
  if (!/^[a-z][a-z0-9-]*$/.test(name)) throw new Refusal(`A controller cannot be named ${options.name}.`);
  const within = parts.slice(0, -1).map(strings.dasherize);
  const folder = posix.join(app.sourceRoot, ...within, options.flat ? '' : name);
  const values = {
    name,
    className: `${strings.classify(name)}Controller`,
    dto: `Create${strings.classify(name)}Dto`,
    readScope: scope(options.readScope ?? `${name}:read`),
    writeScope: scope(options.writeScope ?? `${name}:write`),
    isValidated: app.has('class-validator'),
  };
  return { name, folder, values };
}

/** RFC 6749 §3.3, without what would end a string of TypeScript. */
function scope(text: string): string {
  if (!/^[\x21\x23-\x26\x28-\x5b\x5d-\x7e]+$/.test(text)) throw new Refusal(`${JSON.stringify(text)} is no scope.`);
  return text;
}

function register(tree: Tree, app: Application, path: string, className: string): void {
  const isRegistered = [...sourceFiles(tree.getDir(app.sourceRoot))]
    .map((file) => tree.readText(file))
    .some((text) => text.includes('@Module(') && new RegExp(`\\b${className}\\b`).test(text));
  if (isRegistered) return;
  const module = nearestModule(tree, app, posix.dirname(path));
  const relative = posix.relative(posix.dirname(module.path), path).replace(/\.ts$/, app.extension);
  const from = relative.startsWith('.') ? relative : `./${relative}`;
  addToModule(tree, module, { list: 'controllers', element: className, imports: [{ names: [className], from }] });
}

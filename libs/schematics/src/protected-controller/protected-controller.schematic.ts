import { posix } from 'node:path';

import { strings } from '@angular-devkit/core';
import { chain, type Rule, type Tree, url } from '@angular-devkit/schematics';

import { type Application, generatorCommand, readApplication } from '../app/application';
import { testValues } from '../app/e2e-test';
import { findGuarded } from '../app/guarded';
import { register } from '../app/register';
import { Refusal } from '../source/refusal';
import { parseScope } from '../app/scope';
import { writtenFiles } from '../app/written-files';
import { nearestModule } from './nearest-module';
import type { ProtectedControllerOptions } from './protected-controller.options';

/** A controller whose routes need scopes, in the nearest module, with its e2e test. */
export function protectedController(options: ProtectedControllerOptions): Rule {
  return (tree, { logger }) => {
    const app = readApplication(tree, options);
    const guarded = findGuarded(tree, app.sources);
    if (guarded.module === undefined)
      throw new Refusal(`The app has no GuardModule yet: ${generatorCommand(app, 'init')}`);
    const { name, folder, values } = controllerValues(app, options);
    const test = testValues(tree, app, guarded.module);
    const all = { ...values, ...test.values };
    const path = `${folder}/${name}.controller.ts`;
    if (tree.exists(path)) logger.info(`${path} already exists and was not changed.`);
    const module = nearestModule(tree, app, folder);
    // First, as it may refuse.
    register(tree, app, module, { path, className: values.className, list: 'controllers' });
    return chain([
      writtenFiles(url('./files/source'), folder, all, app.style),
      options.spec === false ? (same: Tree) => same : writtenFiles(url('./files/test'), test.folder, all, app.style),
      () =>
        logger.info(
          `${values.readScope} and ${values.writeScope} are declared with: ${generatorCommand(app, 'resource')}`,
        ),
    ]);
  };
}

function controllerValues(app: Application, options: ProtectedControllerOptions) {
  const parts = [...(options.path ?? '').split('/'), ...options.name.split('/')].filter((part) => part !== '');
  const name = strings.dasherize(parts.at(-1) ?? '').replace(/-?controller$/, '');
  if (!/^[a-z][a-z0-9-]*$/.test(name)) throw new Refusal(`A controller cannot be named ${options.name}.`);
  const within = parts.slice(0, -1).map(strings.dasherize);
  const folder = posix.join(app.codeRoot, ...within, options.flat ? '' : name);
  const values = {
    name,
    className: `${strings.classify(name)}Controller`,
    dto: `Create${strings.classify(name)}Dto`,
    readScope: parseScope(options.readScope ?? `${name}:read`),
    writeScope: parseScope(options.writeScope ?? `${name}:write`),
    isValidated: app.has('class-validator'),
  };
  return { name, folder, values };
}

import { posix } from 'node:path';

import type { Tree } from '@angular-devkit/schematics';

import { type Application, generatorCommand, readApplication } from '../app/application';
import type { Location } from '../app/place';
import { findGuarded } from '../app/guarded';
import { Refusal } from '../source/refusal';
import { type Declaration, readDeclaration } from './declaration';
import { type RequiredScopes, requiredScopes } from './required-scopes';
import { type ServiceUrl, serviceUrl } from './service-url';

/** A guarded app, and what its file and its sources say of its scopes. */
export interface Service {
  readonly app: Application;
  /** Where the declaration is, or would be. */
  readonly file: string;
  readonly declaration: Declaration | undefined;
  readonly required: RequiredScopes;
  readonly guard: ServiceUrl;
}

/** Throws a Refusal for an app without the guard, and for a `resource.json` that cannot be read. */
export function readService(tree: Tree, location: Location & { readonly url?: string }): Service {
  const app = readApplication(tree, location);
  const { module } = findGuarded(tree, app.sourceRoot);
  if (module === undefined) throw new Refusal(`The app has no GuardModule yet: ${generatorCommand(app, 'init')}`);
  const guard = serviceUrl(tree, module);
  const file = posix.join(app.root, 'resource.json');
  const declaration = tree.exists(file) ? readDeclaration(tree, file) : undefined;
  const url = location.url ?? (declaration?.url || guard.url);
  return { app, file, declaration, required: requiredScopes(tree, app.sourceRoot, url), guard };
}

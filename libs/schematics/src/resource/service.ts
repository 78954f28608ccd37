import { posix } from 'node:path';

import type { Tree } from '@angular-devkit/schematics';

import { generatorCommand, readPlace } from '../app/application';
import { findGuarded, sourceFiles } from '../app/guarded';
import type { Location, Place } from '../app/place';
import { Refusal } from '../source/refusal';
import { type Declaration, readDeclaration } from './declaration';
import { type RequiredScopes, requiredScopes } from './required-scopes';
import { type ServiceUrl, serviceUrl } from './service-url';

/** A guarded app, and what its file and its sources say of its scopes. */
export interface Service {
  readonly app: Place;
  /** Where the declaration is, or would be. */
  readonly file: string;
  readonly declaration: Declaration | undefined;
  readonly required: RequiredScopes;
  readonly guard: ServiceUrl;
}

/** Throws a Refusal for an app without the guard, and for a `resource.json` that cannot be read. */
export function readService(tree: Tree, location: Location & { readonly url?: string }): Service {
  const { place: app } = readPlace(tree, location);
  const { module } = findGuarded(tree, sourceFiles(tree.getDir(app.sourceRoot)));
  if (module === undefined) throw new Refusal(`The app has no GuardModule yet: ${generatorCommand(app, 'init')}`);
  const guard = serviceUrl(tree, module);
  const file = posix.join(app.root, 'resource.json');
  const declaration = tree.exists(file) ? readDeclaration(tree, file) : undefined;
  const url = location.url ?? (declaration?.url || guard.url);
  return { app, file, declaration, required: requiredScopes(tree, app.sourceRoot, url), guard };
}

import { posix } from 'node:path';

import type { Rule, SchematicContext, Tree } from '@angular-devkit/schematics';

import { addScript, readManifest } from '../app/manifest';
import type { Place } from '../app/place';
import { Refusal } from '../source/refusal';
import { completed } from './complete-declaration';
import type { Declaration } from './declaration';
import { declarable, differences, remarks } from './differences';
import type { ResourceOptions } from './resource.options';
import { readService, type Service } from './service';
import { onTerminal } from './terminal';
import { addToDeclaration, createDeclaration } from './write-declaration';

/** Declares the scopes that the app's sources require in `resource.json`. What a person wrote there stays. */
export function resource(options: ResourceOptions): Rule {
  return async (tree, { logger }) => {
    const service = readService(tree, options);
    const { app, file, required, guard, declaration: before } = service;
    const scopes = declarable(required);
    if (before === undefined && scopes.length === 0) throw new Refusal(noScopes(service));
    const given = { name: options.name && spelled(options.name), url: options.url };
    const suggested = { name: suggestedName(tree, app, options), url: guard.url };
    const after = await onTerminal((ask) => completed(before, { scopes, given, suggested }, ask));
    if (before === undefined) createDeclaration(tree, file, after);
    else addToDeclaration(tree, file, before, after);
    tellWhatChanged(logger, service, after);
    keepInStep(tree, logger, app, options);
  };
}

const noScopes = ({ app, required }: Service) =>
  [
    `No source in ${app.sourceRoot} requires a scope that can be declared: mark routes with @RequireScopes('notes:read').`,
    ...remarks(required),
  ].join('\n');

/** After the project, else the package: `notes-api` becomes `Notes api`. */
function suggestedName(tree: Tree, { root }: Place, { project }: ResourceOptions): string {
  const name = project ?? (root === '' ? readManifest(tree).name : posix.basename(root)) ?? '';
  return spelled(name.replace(/^@[^/]*\//, ''));
}

/** The Nest CLI hands on names in kebab case. */
const spelled = (name: string) =>
  /[A-Z ]/.test(name) ? name : (name.charAt(0).toUpperCase() + name.slice(1)).replace(/[-_]+/g, ' ').trim();

type Logger = SchematicContext['logger'];

function tellWhatChanged(logger: Logger, service: Service, after: Declaration): void {
  const { file, declaration: before, required, guard } = service;
  for (const { name } of after.scopes.slice(before?.scopes.length ?? 0))
    logger.info(`Declared ${name}, which is required at ${required.places.get(name)!.join(', ')}.`);
  if (before === undefined && guard.variable !== undefined && after.url === guard.url)
    logger.info(`The url is the default of ${guard.variable}: put the production URL into ${file}.`);
  for (const { message } of differences(service, after)) logger.warn(`To do: ${message}.`);
  for (const remark of remarks(required)) logger.warn(`${remark}.`);
}

/** In a workspace of several apps the script's name is the team's to choose. */
function keepInStep(tree: Tree, logger: Logger, { root }: Place, { project }: ResourceOptions): void {
  const check = 'consentry resources check';
  if (root === '') addScript(tree, 'resources:check', check);
  const command = root === '' ? 'npm run resources:check' : `npx ${check} --project ${project ?? posix.basename(root)}`;
  logger.info(`To keep it in sync with the sources, run in CI: ${command}`);
}

import { posix } from 'node:path';

import { chain, type Rule, type SchematicContext, url } from '@angular-devkit/schematics';

import { type Application, generatorCommand, readApplication } from '../app/application';
import { dynamicModule, testedModule, testValues } from '../app/e2e-test';
import { addToEnvExample } from '../app/env-example';
import { findGuarded, findOwnGuard, type OwnGuard } from '../app/guarded';
import { installPackages, ownRange, testPackages } from '../app/packages';
import { addSettingsFile, usesSettingsFile } from '../app/settings';
import { writtenFiles } from '../app/written-files';
import { addToModule } from '../source/add-to-module';
import { Refusal } from '../source/refusal';
import { type Controllers, controllersOf } from './controllers';
import { GLOBAL_GUARD, guardModule } from './guard-module';
import type { InitOptions } from './init.options';
import { openSample } from './open-sample';

/** Guards every route of an app: package, module, settings, and an e2e test. What the app has already stays as it is. */
export function init(options: InitOptions): Rule {
  return (tree, context) => {
    const app = readApplication(tree, { ...options, module: options.module ?? options.name });
    const guarded = findGuarded(tree, app.sources);
    if (guarded.global === undefined) assertNoOwnGuard(findOwnGuard(tree, app.sourceRoot));
    if (guarded.module === undefined) addToModule(tree, app.rootModule, guardModule(tree, app, options));
    if (guarded.global === undefined) addToModule(tree, app.rootModule, GLOBAL_GUARD);
    if (guarded.module === undefined || usesSettingsFile(tree, guarded.module)) addSettingsFile(tree, app);
    const guard = { '@consentry/guard': options.guardVersion ?? ownRange() };
    installPackages(tree, context, { dependencies: guard, devDependencies: testPackages(app) }, options);
    // Only with the guard itself: a later run does not open a route that the team has closed since.
    const open = guarded.global === undefined ? openSample(tree, app.rootModule.path) : undefined;
    addToEnvExample(tree, app.root, {
      AUTH_URL: { value: options.issuer, means: 'The auth server that issues the access tokens' },
      SERVICE_URL: { value: options.audience, means: 'This service, as the access tokens name it' },
    });
    const { closed, beside } = controllersOf(tree, app.sourceRoot, app.rootModule);
    const controllers = { closed: closed.filter((one) => one !== open), beside };
    const done = guarded.module !== undefined && guarded.global !== undefined;
    const dynamic = dynamicModule(tree, app);
    const untested = testedModule(tree, app).endsWith(')') ? undefined : dynamic?.getText();
    const test = testValues(tree, app, guarded.module ?? app.rootModule.path);
    const written = writtenFiles(url('./files'), test.folder, test.values, app.style);
    return chain([written, () => tellWhatIsNext(context, { app, controllers, done, untested })]);
  };
}

/** Nest asks all guards of all routes: the team's own people would need an access token too. */
function assertNoOwnGuard(own: OwnGuard | undefined): void {
  if (own === undefined) return;
  throw new Refusal(
    `${own.path} has ${own.name} as the guard of all routes: with JwtBearerGuard in addition, users who sign in here could no longer call anything. Import GuardModule.forRoot, give the routes for applications @UseGuards(JwtBearerGuard), and exempt them from ${own.name}.`,
  );
}

function tellWhatIsNext(
  { logger }: SchematicContext,
  told: { app: Application; controllers: Controllers; done: boolean; untested: string | undefined },
): void {
  const { app, controllers, done, untested } = told;
  const { className, path } = app.rootModule;
  const test = posix.join(app.tests.folder, `guard.${app.tests.suffix}.ts`);
  const closed = controllers.closed.length === 0 ? '' : `; these are now closed: ${listed(controllers.closed)}`;
  for (const line of [
    done
      ? 'The guard was already set up; what was missing was added. Next:'
      : `Every route of ${className} now needs an access token (${path}). Next:`,
    `1. Set AUTH_URL (the auth server) and SERVICE_URL (this service) where it runs, as in ${posix.join(app.root, '.env.example')}.`,
    `2. Mark public routes with @Public()${closed}.`,
    `3. Say which scopes the others need with @RequireScopes('notes:read'), or: ${generatorCommand(app, 'protected-controller notes')}`,
    `4. ${app.tests.command} calls a guarded route without a token, without its scope, and with it (${test}).`,
    `5. ${generatorCommand(app, 'resource')} writes resource.json, which describes this service to the auth server.`,
  ])
    logger.info(line);
  if (untested !== undefined)
    logger.warn(`The app starts ${untested}, the test ${className} alone: give it what it needs from there (${test}).`);
  if (controllers.beside.length > 0)
    logger.warn(`Not found below ${className}, so check whether they are guarded: ${listed(controllers.beside)}.`);
}

const listed = (names: readonly string[]) => names.slice(0, 5).join(', ') + (names.length > 5 ? ', …' : '');

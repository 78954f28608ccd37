import { posix } from 'node:path';

import { chain, type Rule, type SchematicContext, url } from '@angular-devkit/schematics';

import { type Application, generatorCommand, readApplication } from '../app/application';
import { testValues } from '../app/e2e-test';
import { addToEnvExample } from '../app/env-example';
import { findGuarded, findOwnGuard, type OwnGuard } from '../app/guarded';
import { installPackages, ownRange, testPackages } from '../app/packages';
import { writtenFiles } from '../app/written-files';
import { addToModule } from '../source/add-to-module';
import { Refusal } from '../source/refusal';
import { closedControllers } from './controllers';
import { GLOBAL_GUARD, guardModule } from './guard-module';
import type { InitOptions } from './init.options';
import { openSample } from './open-sample';

/** Guards every route of an app: package, module, settings, and an e2e test. What the app has already stays as it is. */
export function init(options: InitOptions): Rule {
  return (tree, context) => {
    const app = readApplication(tree, options);
    const guarded = findGuarded(tree, app.sourceRoot);
    if (guarded.global === undefined) assertNoOwnGuard(findOwnGuard(tree, app.sourceRoot));
    if (guarded.module === undefined) addToModule(tree, app.rootModule, guardModule(tree, app, options));
    if (guarded.global === undefined) addToModule(tree, app.rootModule, GLOBAL_GUARD);
    const guard = { '@consentry/guard': options.guardVersion ?? ownRange() };
    installPackages(tree, context, { dependencies: guard, devDependencies: testPackages(app) }, options);
    // Only with the guard itself: a later run does not open a route that the team has closed since.
    const open = guarded.global === undefined ? openSample(tree, app.rootModule.path) : undefined;
    addToEnvExample(tree, app.root, {
      AUTH_URL: { value: options.issuer, means: 'The auth server that issues the access tokens' },
      SERVICE_URL: { value: options.audience, means: 'This service, as the access tokens name it' },
    });
    const closed = closedControllers(tree, app.sourceRoot).filter((one) => one !== open);
    const done = guarded.module !== undefined && guarded.global !== undefined;
    const test = testValues(tree, app, guarded.module ?? app.rootModule.path);
    const written = writtenFiles(url('./files'), test.folder, test.values, app.style);
    return chain([written, () => tellWhatIsNext(context, { app, closed, done })]);
  };
}

/** Nest asks all guards of all routes: the team's own people would need an access token too. */
function assertNoOwnGuard(own: OwnGuard | undefined): void {
  if (own === undefined) return;
  throw new Refusal(
    `${own.path} has ${own.name} as the guard of all routes: with JwtBearerGuard beside it people who sign in here could call nothing any more. Import GuardModule.forRoot, and give the routes for applications @UseGuards(JwtBearerGuard), past ${own.name}.`,
  );
}

function tellWhatIsNext(
  { logger }: SchematicContext,
  told: { app: Application; closed: string[]; done: boolean },
): void {
  const { app, closed, done } = told;
  const test = posix.join(app.tests.folder, `guard.${app.tests.suffix}.ts`);
  const open =
    closed.length === 0 ? '' : `: now closed are ${closed.slice(0, 5).join(', ')}${closed.length > 5 ? ', …' : ''}`;
  for (const line of [
    done
      ? 'The guard was there already; what was missing was added. Next:'
      : `Every route now needs an access token (${app.rootModule.path}). Next:`,
    `1. Set AUTH_URL (the auth server) and SERVICE_URL (this service) where it runs, as in ${posix.join(app.root, '.env.example')}.`,
    `2. Mark what is open to all with @Public()${open}.`,
    `3. Say what the rest needs with @RequireScopes('notes:read'), or: ${generatorCommand(app, 'protected-controller notes')}`,
    `4. ${app.tests.command} calls a guarded route without a token, without its scope, and with it (${test}).`,
    `5. ${generatorCommand(app, 'resource')} writes resource.json, which tells the auth server of this service.`,
  ])
    logger.info(line);
}

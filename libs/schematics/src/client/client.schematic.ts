import { posix } from 'node:path';

import { chain, noop, type Rule, type SchematicContext, type Tree, url } from '@angular-devkit/schematics';

import { type Application, readApplication } from '../app/application';
import { addToEnvExample } from '../app/env-example';
import { transformEsm } from '../app/esm-in-jest';
import { installPackages, ownRange, testPackages } from '../app/packages';
import { register } from '../app/register';
import { findSessions, SESSION_PACKAGES } from '../app/sessions';
import { addSettingsFile } from '../app/settings';
import { writtenFiles } from '../app/written-files';
import type { ClientOptions } from './client.options';
import { type ClientValues, clientValues } from './client.values';
import { addStoredTokens } from './stored-tokens';

/** A module that calls a guarded service on a person's behalf: sign-in, tokens, a typed client, and an e2e test. */
export function client(options: ClientOptions): Rule {
  return (tree, context) => {
    const app = readApplication(tree, options);
    const sessions = findSessions(tree, app);
    const hasTypeOrm = addStoredTokens(tree, app);
    const values = clientValues(tree, app, { ...options, sessions, hasTypeOrm });
    const toPaste = transformEsm(tree, app, ['openid-client', 'oauth4webapi', 'jose']);
    installPackages(tree, context, needsOf(app, sessions === undefined), options);
    addSettingsFile(tree, app);
    addToEnvExample(tree, app.root, settingsToDocument(values));
    return chain([written(app, values), () => tellWhatIsNext(context, app, values, toPaste)]);
  };
}

function written(app: Application, values: ClientValues): Rule {
  const { name, className, sessions } = values;
  const folder = posix.join(app.codeRoot, `${name}-client`);
  const sessionFolder = posix.join(app.codeRoot, 'session');
  const imported = (path: string, moduleName: string) => (tree: Tree) =>
    register(tree, app, app.rootModule, { path, className: moduleName, list: 'imports' });
  return chain([
    sessions === undefined
      ? chain([
          writtenFiles(url('./files/session'), sessionFolder, values, app.style),
          imported(`${sessionFolder}/session.module.ts`, 'SessionModule'),
        ])
      : noop(),
    writtenFiles(url('./files/client'), folder, values, app.style),
    writtenFiles(url('./files/test'), app.tests.folder, values, app.style),
    imported(`${folder}/${name}-client.module.ts`, `${className}ClientModule`),
  ]);
}

function needsOf(app: Application, needsSession: boolean) {
  const session = needsSession ? SESSION_PACKAGES : { dependencies: {}, devDependencies: {} };
  return {
    dependencies: { '@consentry/client': ownRange(), ...session.dependencies },
    devDependencies: { '@consentry/guard': ownRange(), ...testPackages(app), ...session.devDependencies },
  };
}

const settingsToDocument = ({ name, constant, issuer, apiUrl, callback, sessions }: ClientValues) => ({
  AUTH_URL: { value: issuer, means: 'The auth server that issues the access tokens' },
  CLIENT_ID: { value: 'not-registered-yet', means: 'This app, as it is registered at the auth server' },
  CLIENT_SECRET: { value: '', means: 'Its secret; empty where it has none' },
  [`${constant}_URL`]: { value: apiUrl, means: `The service ${name}, which is called on behalf of users` },
  [`${constant}_REDIRECT_URI`]: { value: callback, means: 'Where browsers come back to, as it is registered' },
  ...(sessions === undefined && {
    SESSION_SECRET: { value: '', means: 'Signs the cookies of sessions; if empty, a random one, but in production' },
  }),
});

const TABLE =
  'CREATE TABLE consentry_tokens (person varchar(255) PRIMARY KEY, version varchar(36) NOT NULL, data text NOT NULL)';

function tellWhatIsNext(
  { logger }: SchematicContext,
  app: Application,
  { name, className, constant, callback, hasTypeOrm, sessions }: ClientValues,
  toPaste: readonly string[],
): void {
  const folder = posix.join(app.codeRoot, `${name}-client`);
  for (const line of [
    `${className}Client calls ${name} on behalf of users (${folder}). Next:`,
    `1. Register this app at the auth server with the redirect URI ${callback} and refresh_retry_window 30; set CLIENT_ID and CLIENT_SECRET.`,
    `2. Set ${constant}_URL and ${constant}_REDIRECT_URI where it runs, as in ${posix.join(app.root, '.env.example')}.`,
    `3. Open /${name}-client: it takes you to the sign-in, and back to the answer of the service.`,
    `4. Adapt the methods and types of ${className}Client to the service, and inject it where you need it.`,
    hasTypeOrm
      ? `5. Tokens are rows of consentry_tokens: if synchronize is off, add a migration with ${TABLE}.`
      : '5. Tokens are kept in this process: after a restart users sign in again. With TypeORM: new TypeOrmTokenStore(dataSource).',
  ])
    logger.info(line);
  if (sessions === undefined)
    logger.info(`Before production give sessions a store: ${posix.join(app.codeRoot, 'session/session.module.ts')}.`);
  if (sessions?.isInModule === false)
    logger.info(
      `The sign-in is kept in the session of ${sessions.packageName}, which main.ts sets up: tests must set it up too.`,
    );
  if (toPaste.length > 0)
    logger.warn(["Jest cannot load openid-client before Node 24.9. Add to Jest's settings:", ...toPaste].join('\n'));
}

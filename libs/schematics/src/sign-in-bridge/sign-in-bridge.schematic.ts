import { posix } from 'node:path';

import { chain, type Rule, type SchematicContext, type Tree, url } from '@angular-devkit/schematics';

import { type Application, readApplication } from '../app/application';
import { testValues } from '../app/e2e-test';
import { addToEnvExample } from '../app/env-example';
import { transformEsm } from '../app/esm-in-jest';
import { globalPrefix } from '../app/global-prefix';
import { quoted } from '../app/guard-addresses';
import { fileWith } from '../app/guarded';
import { installPackages, ownRange, testPackages } from '../app/packages';
import { findSessions } from '../app/sessions';
import { addSettingsFile, type Settings, settingLines, settingsOf } from '../app/settings';
import { parseUrl } from '../app/url';
import { writtenFiles } from '../app/written-files';
import { addToModule } from '../source/add-to-module';
import { type SessionCode, sessionCode } from './session-code';
import { chosenSession, type ChosenSession } from './session-kind';
import type { SignInBridgeOptions } from './sign-in-bridge.options';

const KEY = 'npx -p @consentry/auth-server consentry sign-in-key';

interface Plan {
  readonly app: Application;
  readonly settings: Settings;
  readonly session: ChosenSession;
  readonly code: SessionCode;
  readonly file: string;
  readonly issuer: string;
  readonly signInUrl: string;
  readonly toPaste: readonly string[];
}

/** The people of an app with its own login meet the auth server's pages as themselves. A bridge that is there stays. */
export function signInBridge(options: SignInBridgeOptions): Rule {
  return (tree, context) => {
    const app = readApplication(tree, options);
    const existing = fileWith(tree, app.sourceRoot, 'SignInBridgeModule.');
    if (existing !== undefined) return context.logger.info(`The sign-in bridge is already in ${existing}.`);
    const plan = planOf(tree, app, options);
    const { settings, file, code } = plan;
    addToModule(tree, app.rootModule, bridgeModule(plan));
    const guard = { '@consentry/guard': options.guardVersion ?? ownRange() };
    const dependencies = { ...guard, ...code.dependencies };
    installPackages(tree, context, { dependencies, devDependencies: testPackages(app) }, options);
    addToEnvExample(tree, app.root, settingsToDocument(plan));
    addSettingsFile(tree, app);
    const values = { code, settings, addresses: addressLines(plan), settingImport: settings.importLine(file) };
    const test = testValues(tree, app, app.rootModule.path);
    return chain([
      writtenFiles(url('./files/source'), posix.dirname(file), values, app.style),
      writtenFiles(url('./files/test'), test.folder, { ...test.values, ...ofTest(tree, plan) }, app.style),
      () => tellWhatIsNext(context, plan),
    ]);
  };
}

function planOf(tree: Tree, app: Application, options: SignInBridgeOptions): Plan {
  const session = chosenSession(app, options.name ?? options.session);
  const settings = settingsOf(tree, app);
  const { origin } = new URL(parseUrl('appUrl', options.appUrl));
  return {
    ...{ app, settings, session, code: sessionCode(app, session.kind, settings) },
    file: posix.join(app.codeRoot, 'sign-in/sign-in-bridge.ts'),
    issuer: parseUrl('issuer', options.issuer),
    signInUrl: `${origin}${globalPrefix(tree, app)}/consentry`,
    toPaste: session.kind === 'auth-js' ? transformEsm(tree, app, ['@auth/core', 'jose']) : [],
  };
}

function bridgeModule({ app, settings: { names, needsModule, parameter }, file }: Plan) {
  const from = posix.relative(posix.dirname(app.rootModule.path), file).replace(/\.ts$/, app.extension);
  const lines = [
    ...(needsModule ? ['  imports: [ConfigModule],'] : []),
    ...(parameter === '' ? [] : ['  inject: [ConfigService],']),
    '  useFactory: signInBridge,',
  ];
  const isOneLine = lines.length === 1;
  return {
    list: 'imports' as const,
    element: isOneLine
      ? 'SignInBridgeModule.forRootAsync({ useFactory: signInBridge })'
      : ['SignInBridgeModule.forRootAsync({', ...lines, '})'].join('\n'),
    imports: [
      ...(names.length === 0 ? [] : [{ names, from: '@nestjs/config' }]),
      { names: ['SignInBridgeModule'], from: '@consentry/guard/sign-in' },
      { names: ['signInBridge'], from: from.startsWith('.') ? from : `./${from}` },
    ],
  };
}

function addressLines({ app, settings, issuer, signInUrl }: Plan): string {
  const { printWidth } = app.style;
  return [
    ...settingLines(settings, ['issuer', 'AUTH_URL', issuer], printWidth),
    ...settingLines(settings, ['url', 'SIGN_IN_URL', signInUrl], printWidth),
  ].join('\n');
}

function ofTest(tree: Tree, { app, session, issuer, signInUrl }: Plan) {
  const found = session.kind === 'express-session' ? findSessions(tree, app) : undefined;
  return {
    ...{ issuer, signInUrl, quoted },
    isSessionInMain: found?.packageName === 'express-session' && !found.isInModule,
    isFastifySession: found?.packageName === '@fastify/session' && !found.isInModule,
  };
}

const settingsToDocument = ({ issuer, signInUrl, code: { secret } }: Plan) => ({
  AUTH_URL: { value: issuer, means: 'The auth server that issues the access tokens' },
  SIGN_IN_URL: { value: signInUrl, means: 'Where browsers reach the sign-in bridge; the same at the auth server' },
  SIGN_IN_KEY: { value: '', means: `Secret: anyone who has it can sign in as any of your users. To make one: ${KEY}` },
  ...(secret && { [secret.name]: { value: '', means: secret.means } }),
});

function tellWhatIsNext({ logger }: SchematicContext, { app, session, code, file, signInUrl, toPaste }: Plan): void {
  const signedOut = `bridge.signedOut(user.id${code.sessionId === undefined ? '' : `, ${code.sessionId}`})`;
  const test = posix.join(app.tests.folder, `sign-in-bridge.${app.tests.suffix}.ts`);
  for (const line of [
    `Users who are signed in to this app are signed in to the auth server too, through ${session.kind}, ${session.why}. Next:`,
    `1. Adapt ${file} to your login: the address of its page, and what it stores about a user.`,
    `2. Store when a user signed in: ${code.signedInAt}.`,
    `3. Set SIGN_IN_KEY where this app runs, as in ${posix.join(app.root, '.env.example')}. To make one: ${KEY}`,
    `4. Inject SignInBridge of @consentry/guard/sign-in: await ${signedOut} at your sign-out, await bridge.ended(user.id) when you close an account.`,
    `5. Start the auth server with SIGN_IN_URL=${signInUrl} and SUBJECT=theirs, then open /account there.`,
    `6. ${app.tests.command} calls the bridge as the auth server and a browser do (${test}).`,
  ])
    logger.info(line);
  if (toPaste.length > 0)
    logger.warn(["Jest cannot load @auth/core before Node 24.9. Add to Jest's settings:", ...toPaste].join('\n'));
}

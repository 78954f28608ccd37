import { posix } from 'node:path';

import { strings } from '@angular-devkit/core';
import type { Tree } from '@angular-devkit/schematics';

import type { Application } from '../app/application';
import { testValues } from '../app/e2e-test';
import { quoted } from '../app/guard-addresses';
import { findGuarded } from '../app/guarded';
import { parseScope } from '../app/scope';
import type { ExistingSessions } from '../app/sessions';
import { type Settings, settingLines, settingsOf } from '../app/settings';
import { parseUrl } from '../app/url';
import { importLine } from '../source/imports';
import { Refusal } from '../source/refusal';
import type { ClientOptions } from './client.options';

/** What the templates have to know; the names are of the service, as `notes`, `Notes`, `NOTES`. */
export interface ClientValues {
  readonly name: string;
  readonly className: string;
  readonly property: string;
  readonly constant: string;
  readonly issuer: string;
  readonly apiUrl: string;
  readonly callback: string;
  readonly scopes: readonly string[];
  readonly settings: Settings;
  readonly hasTypeOrm: boolean;
  readonly sessions: ExistingSessions | undefined;
  readonly [more: string]: unknown;
}

type Found = Pick<ClientValues, 'sessions' | 'hasTypeOrm'>;

/** Throws a Refusal for a name, URL or scope that is none. */
export function clientValues(tree: Tree, app: Application, options: ClientOptions & Found): ClientValues {
  const name = strings.dasherize(options.name).replace(/-?client$/, '');
  if (!/^[a-z][a-z0-9-]*$/.test(name)) throw new Refusal(`A client cannot be named ${options.name}.`);
  const [className, constant] = [strings.classify(name), strings.underscore(name).toUpperCase()];
  const scopes = (options.scopes ?? `${name}:read ${name}:write`).split(' ').map(parseScope);
  const settings = settingsOf(tree, app);
  const { hasTypeOrm, sessions } = options;
  return {
    ...testValues(tree, app, app.rootModule.path).values,
    ...{ name, className, property: strings.camelize(name), constant },
    issuer: parseUrl('issuer', options.issuer),
    apiUrl: parseUrl('url', options.url).replace(/\/$/, ''),
    callback: parseUrl('redirectUri', options.redirectUri ?? `http://localhost:8080/${name}-client/callback`),
    scopes,
    ...{ settings, hasTypeOrm, sessions },
    isRaw: app.platform === 'fastify' && !sessions?.packageName.startsWith('@fastify/'),
    isSessionInMain: sessions?.packageName === 'express-session' && !sessions.isInModule,
    parameters: [settings.parameter, hasTypeOrm ? 'dataSource: DataSource' : ''].filter(Boolean).join(', '),
    injected: [settings.parameter && 'ConfigService', hasTypeOrm ? 'DataSource' : ''].filter(Boolean).join(', '),
    isGuarded: findGuarded(tree, app.sources).global !== undefined,
    quoted,
    lines: (...setting: [string, string, string]) =>
      settingLines(settings, setting, app.style.printWidth, '        ').join('\n'),
    settingImport: settings.importLine(posix.join(app.codeRoot, `${name}-client/module.ts`)),
    sessionSettingImport: settings.importLine(posix.join(app.codeRoot, 'session/session.module.ts')),
    clientImport: importLine([`${className}Client`, `${constant}_URL`], `./${name}.client${app.extension}`, app.style),
  };
}

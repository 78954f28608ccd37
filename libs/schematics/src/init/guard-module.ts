import type { Tree } from '@angular-devkit/schematics';

import type { Application } from '../app/application';
import { quoted } from '../app/guard-addresses';
import { type Settings, settingsOf } from '../app/settings';
import type { Addition } from '../source/add-to-module';
import type { Style } from '../source/style';
import type { InitOptions } from './init.options';

/** The guard's module with its settings, which the app reads as it reads its others. */
export function guardModule(tree: Tree, app: Application, { issuer, audience }: InitOptions): Addition {
  const settings = settingsOf(tree, app);
  const { names, needsModule, parameter } = settings;
  const setting = (...one: Setting) => settingLines(settings, app.style, one);
  const lines = [
    'GuardModule.forRootAsync({',
    ...(needsModule ? ['  imports: [ConfigModule],'] : []),
    ...(parameter === '' ? [] : ['  inject: [ConfigService],']),
    `  useFactory: (${parameter}) => ({`,
    ...setting('issuer', 'AUTH_URL', issuer),
    ...setting('audience', 'SERVICE_URL', audience),
    '  }),',
    '})',
  ];
  const ofConfig = names.length === 0 ? [] : [{ names, from: '@nestjs/config' }];
  return {
    list: 'imports',
    element: lines.join('\n'),
    imports: [...ofConfig, { names: ['GuardModule'], from: '@consentry/guard' }],
  };
}

/** An option, the name of its setting, and its default. */
type Setting = [option: string, name: string, fallback: string];

/** Writes as Prettier does, four columns further right. */
function settingLines(
  { parameter, read }: Settings,
  { printWidth }: Style,
  [option, name, fallback]: Setting,
): string[] {
  const line = `    ${option}: ${read(name, fallback)},`;
  if (parameter === '' || line.length + 4 <= printWidth) return [line];
  return [`    ${option}: config.get<string>(`, `      ${quoted(name)},`, `      ${quoted(fallback)},`, '    ),'];
}

export const GLOBAL_GUARD: Addition = {
  list: 'providers',
  element: '{ provide: APP_GUARD, useClass: JwtBearerGuard }',
  imports: [
    { names: ['APP_GUARD'], from: '@nestjs/core' },
    { names: ['JwtBearerGuard'], from: '@consentry/guard' },
  ],
};

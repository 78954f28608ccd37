import type { Tree } from '@angular-devkit/schematics';

import type { Application } from '../app/application';
import { settingLines, settingsOf } from '../app/settings';
import type { Addition } from '../source/add-to-module';
import type { InitOptions } from './init.options';

/** The guard's module with its settings, which the app reads as it reads its others. */
export function guardModule(tree: Tree, app: Application, { issuer, audience }: InitOptions): Addition {
  const settings = settingsOf(tree, app);
  const { names, needsModule, parameter } = settings;
  const columns = app.style.printWidth - '    '.length;
  const lines = [
    'GuardModule.forRootAsync({',
    ...(needsModule ? ['  imports: [ConfigModule],'] : []),
    ...(parameter === '' ? [] : ['  inject: [ConfigService],']),
    `  useFactory: (${parameter}) => ({`,
    ...settingLines(settings, ['issuer', 'AUTH_URL', issuer], columns),
    ...settingLines(settings, ['audience', 'SERVICE_URL', audience], columns),
    '  }),',
    '})',
  ];
  const ofConfig = names.length === 0 ? [] : [{ names, from: '@nestjs/config' }];
  return {
    list: 'imports',
    element: lines.join('\n'),
    imports: [
      ...ofConfig,
      { names: ['GuardModule'], from: '@consentry/guard' },
      { names: ['setting'], from: settings.from(app.rootModule.path) },
    ],
  };
}

export const GLOBAL_GUARD: Addition = {
  list: 'providers',
  element: '{ provide: APP_GUARD, useClass: JwtBearerGuard }',
  imports: [
    { names: ['APP_GUARD'], from: '@nestjs/core' },
    { names: ['JwtBearerGuard'], from: '@consentry/guard' },
  ],
};

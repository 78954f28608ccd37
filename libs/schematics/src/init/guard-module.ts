import type { Tree } from '@angular-devkit/schematics';

import type { Application } from '../app/application';
import { quoted } from '../app/guard-addresses';
import { sourceFiles } from '../app/guarded';
import type { Addition } from '../source/add-to-module';
import type { InitOptions } from './init.options';

/** The guard's module with its settings, which the app reads as it reads its others. */
export function guardModule(tree: Tree, app: Application, options: InitOptions): Addition {
  return app.has('@nestjs/config') ? byConfigService(isConfigGlobal(tree, app), options) : byEnvironment(options);
}

export const GLOBAL_GUARD: Addition = {
  list: 'providers',
  element: '{ provide: APP_GUARD, useClass: JwtBearerGuard }',
  imports: [
    { names: ['APP_GUARD'], from: '@nestjs/core' },
    { names: ['JwtBearerGuard'], from: '@consentry/guard' },
  ],
};

const byEnvironment = ({ issuer, audience }: InitOptions): Addition => ({
  list: 'imports',
  element: `GuardModule.forRootAsync({
  useFactory: () => ({
    issuer: process.env.AUTH_URL ?? ${quoted(issuer)},
    audience: process.env.SERVICE_URL ?? ${quoted(audience)},
  }),
})`,
  imports: [{ names: ['GuardModule'], from: '@consentry/guard' }],
});

const byConfigService = (isGlobal: boolean, { issuer, audience }: InitOptions): Addition => ({
  list: 'imports',
  element: `GuardModule.forRootAsync({
${isGlobal ? '' : '  imports: [ConfigModule],\n'}  inject: [ConfigService],
  useFactory: (config: ConfigService) => ({
    issuer: config.get<string>('AUTH_URL', ${quoted(issuer)}),
    audience: config.get<string>('SERVICE_URL', ${quoted(audience)}),
  }),
})`,
  imports: [
    { names: isGlobal ? ['ConfigService'] : ['ConfigModule', 'ConfigService'], from: '@nestjs/config' },
    { names: ['GuardModule'], from: '@consentry/guard' },
  ],
});

function isConfigGlobal(tree: Tree, { sourceRoot }: Application): boolean {
  return [...sourceFiles(tree.getDir(sourceRoot))].some((path) =>
    /ConfigModule\.forRoot\([^;]*isGlobal:\s*true/.test(tree.readText(path)),
  );
}

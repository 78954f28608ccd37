import type { Tree } from '@angular-devkit/schematics';

import type { Application } from './application';
import { quoted } from './guard-addresses';
import { sourceFiles } from './guarded';

/** How an app reads its settings: from `process.env`, or by ConfigService where it has `@nestjs/config`. */
export interface Settings {
  /** What is imported from `@nestjs/config`; nothing for `process.env`. */
  readonly names: readonly string[];
  /** Whether a module has to import ConfigModule for it. */
  readonly needsModule: boolean;
  /** What a factory is given: empty, or `config: ConfigService`. */
  readonly parameter: string;
  /** The TypeScript that reads one. */
  readonly read: (name: string, fallback?: string) => string;
}

const FROM_ENVIRONMENT: Settings = {
  names: [],
  needsModule: false,
  parameter: '',
  read: (name, fallback) => `process.env.${name}${fallback === undefined ? '' : ` ?? ${quoted(fallback)}`}`,
};

const BY_SERVICE: Settings = {
  names: ['ConfigService'],
  needsModule: false,
  parameter: 'config: ConfigService',
  read: (name, fallback) =>
    `config.get<string>(${[name, fallback].flatMap((text) => (text === undefined ? [] : quoted(text))).join(', ')})`,
};

export function settingsOf(tree: Tree, app: Application): Settings {
  if (!app.has('@nestjs/config')) return FROM_ENVIRONMENT;
  const needsModule = !isConfigGlobal(tree, app);
  return needsModule ? { ...BY_SERVICE, needsModule, names: ['ConfigModule', 'ConfigService'] } : BY_SERVICE;
}

function isConfigGlobal(tree: Tree, { sourceRoot }: Application): boolean {
  return [...sourceFiles(tree.getDir(sourceRoot))].some((path) =>
    /ConfigModule\.forRoot\([^;]*isGlobal:\s*true/.test(tree.readText(path)),
  );
}

/** Lines of an object of options, four columns from the margin, as Prettier writes them. @param columns that there are. */
export function settingLines(
  { parameter, read }: Settings,
  [option, name, fallback]: [option: string, name: string, fallback: string],
  columns: number,
): string[] {
  const line = `    ${option}: ${read(name, fallback)},`;
  if (parameter === '' || line.length <= columns) return [line];
  return [`    ${option}: config.get<string>(`, `      ${quoted(name)},`, `      ${quoted(fallback)},`, '    ),'];
}

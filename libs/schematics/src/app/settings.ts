import { posix } from 'node:path';

import type { Tree } from '@angular-devkit/schematics';

import { importLine } from '../source/imports';
import { inStyle } from '../source/style';
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
  /** The TypeScript that reads one. With a default, which is for a developer's machine, it calls `setting`. */
  readonly read: (name: string, onThisMachine?: string) => string;
  /** Where a file of the app imports `setting` from. */
  readonly from: (file: string) => string;
  /** The line that does so. */
  readonly importLine: (file: string) => string;
}

type Source = Pick<Settings, 'names' | 'needsModule' | 'parameter' | 'read'>;

const FROM_ENVIRONMENT: Source = {
  names: [],
  needsModule: false,
  parameter: '',
  read: (name, onThisMachine) =>
    onThisMachine === undefined ? `process.env.${name}` : `setting(${quoted(name)}, ${quoted(onThisMachine)})`,
};

const BY_SERVICE: Source = {
  names: ['ConfigService'],
  needsModule: false,
  parameter: 'config: ConfigService',
  read: (name, onThisMachine) =>
    onThisMachine === undefined
      ? `config.get<string>(${quoted(name)})`
      : `setting(config, ${quoted(name)}, ${quoted(onThisMachine)})`,
};

const FILE = 'consentry.settings';

const fileOf = ({ codeRoot }: Application) => posix.join(codeRoot, `${FILE}.ts`);

export function settingsOf(tree: Tree, app: Application): Settings {
  const needsModule = !isConfigGlobal(tree, app);
  const byService = needsModule ? { ...BY_SERVICE, needsModule, names: ['ConfigModule', 'ConfigService'] } : BY_SERVICE;
  const from = (file: string) => {
    const relative = posix.relative(posix.dirname(file), fileOf(app)).replace(/\.ts$/, app.extension);
    return relative.startsWith('.') ? relative : `./${relative}`;
  };
  return {
    ...(app.has('@nestjs/config') ? byService : FROM_ENVIRONMENT),
    from,
    importLine: (file) => importLine(['setting'], from(file), app.style),
  };
}

/** Writes the file of `setting`, unless it is there. */
export function addSettingsFile(tree: Tree, app: Application): void {
  if (tree.exists(fileOf(app))) return;
  const isByService = app.has('@nestjs/config');
  const lines = [
    ...(isByService ? ["import type { ConfigService } from '@nestjs/config';", ''] : []),
    "/** The default is for a developer's machine: in production the app does not start without the setting. */",
    ...(isByService
      ? ['export function setting(', '  config: ConfigService,', '  name: string,', '  onThisMachine: string,', ') {']
      : ['export function setting(name: string, onThisMachine: string) {']),
    `  const value = ${isByService ? 'config.get<string>(name)' : 'process.env[name]'};`,
    '  if (value) return value;',
    "  if (process.env.NODE_ENV === 'production') {",
    '    throw new Error(`Set ${name}: in production it has no default.`);',
    '  }',
    '  return onThisMachine;',
    '}',
    '',
  ];
  tree.create(fileOf(app), inStyle(lines.join('\n'), app.style));
}

/** Whether a file calls `setting`, as lines that a developer pasted do. */
export const usesSettingsFile = (tree: Tree, path: string) => tree.readText(path).includes(`/${FILE}`);

function isConfigGlobal(tree: Tree, { sourceRoot }: Application): boolean {
  return [...sourceFiles(tree.getDir(sourceRoot))].some((path) =>
    /ConfigModule\.forRoot\([^;]*isGlobal:\s*true/.test(tree.readText(path)),
  );
}

/** Lines of an object of options, as Prettier writes them. @param columns that there are, with the margin. */
export function settingLines(
  { parameter, read }: Settings,
  [option, name, onThisMachine]: [option: string, name: string, onThisMachine: string],
  columns: number,
  margin = '    ',
): string[] {
  const line = `${margin}${option}: ${read(name, onThisMachine)},`;
  if (line.length <= columns) return [line];
  const given = [...(parameter === '' ? [] : ['config']), quoted(name), quoted(onThisMachine)];
  return [`${margin}${option}: setting(`, ...given.map((one) => `${margin}  ${one},`), `${margin}),`];
}

import type { Tree } from '@angular-devkit/schematics';
import * as ts from 'typescript';

import type { ModuleFile } from '../source/add-to-module';
import { sourceAt } from '../source/parse-source';
import { Refusal } from '../source/refusal';
import { exportedName } from './exported-name';
import { findGuarded, sourceFiles } from './guarded';
import { reachOf } from './reach';
import { isModule, modulesIn } from './started-modules';
import { type Start, startsOf } from './starts';

/** A module that tests import. */
export interface RootModule extends ModuleFile {
  /** The name by which its file exports it, such as `default`. */
  readonly exportedAs: string;
}

/** The module that an app starts, and how. */
export interface Root {
  readonly module: RootModule;
  /** The call that starts it, to import its module as it does; undefined where there is no such file. */
  readonly start: Start | undefined;
  /** Whether the same file starts other modules too. */
  readonly isOneOfSeveral: boolean;
}

interface Started {
  readonly root: ts.ClassDeclaration;
  readonly start: Start;
}

/** What the command line says. */
interface Asked {
  readonly sourceRoot: string;
  /** The file that starts the app. */
  readonly main: string;
  /** The class of the root module, or its file. */
  readonly module: string | undefined;
  /** The command by which `init` is given one. */
  readonly initFor: (module: string) => string;
}

/**
 * Finds the module that an app starts; where it starts several, the one that is asked for or guarded. Without a file that
 * starts it, AppModule where the Nest CLI puts it. Throws a Refusal where the sources do not tell.
 */
export function findRoot(tree: Tree, asked: Asked): Root {
  const { main, module } = asked;
  if (!tree.exists(main) && module === undefined) return usualRoot(tree, asked);
  const starts = startsOf(tree, main);
  const started = starts.flatMap((start) => {
    const found = modulesIn(tree, start.call.arguments[0] ?? start.call, main);
    if (found === undefined && module === undefined) throw new Refusal(`${unread(start)} ${sayWhich(asked)}`);
    return (found ?? []).map((root) => ({ root, start }));
  });
  const root = module === undefined ? onlyOne(tree, started, asked) : moduleNamed(tree, module, started, asked);
  const start = started.find((one) => one.root === root)?.start;
  const isOneOfSeveral = started.some((one) => one.root !== root) || (start === undefined && starts.length > 1);
  return { module: fileOfModule(tree, root, main), start: start ?? starts[0], isOneOfSeveral };
}

function usualRoot(tree: Tree, { sourceRoot, main }: Asked): Root {
  const path = `${sourceRoot}/app.module.ts`;
  if (tree.exists(path)) return { module: ofUsual(path), start: undefined, isOneOfSeveral: false };
  throw new Refusal(`This app has no ${main}, nor is there ${path}: use --source-root or --project.`);
}

const ofUsual = (path: string): RootModule => ({ path, className: 'AppModule', exportedAs: 'AppModule' });

function onlyOne(tree: Tree, started: readonly Started[], asked: Asked): ts.ClassDeclaration {
  const roots = [...new Set(started.map(({ root }) => root))];
  const guarded = roots.length > 1 ? roots.filter((one) => isGuarded(tree, one)) : roots;
  if (guarded.length === 1) return guarded[0]!;
  throw new Refusal(
    roots.length === 0
      ? `${asked.main} does not start an app with NestFactory.create. ${sayWhich(asked)}`
      : `${asked.main} starts several apps: ${roots.map(spelled).join(', ')}. ${sayWhich(asked)}`,
  );
}

const isGuarded = (tree: Tree, root: ts.ClassDeclaration) =>
  findGuarded(tree, reachOf(tree, root).files).module !== undefined;

function moduleNamed(tree: Tree, name: string, started: readonly Started[], asked: Asked): ts.ClassDeclaration {
  const own = [...sourceFiles(tree.getDir(asked.sourceRoot))].flatMap((path) =>
    sourceAt(tree, path).statements.filter(isModule),
  );
  const modules = [...new Set([...started.map(({ root }) => root), ...own])];
  const named = modules.filter((one) => [nameOf(one), one.getSourceFile().fileName].includes(name));
  if (named.length === 1) return named[0]!;
  throw new Refusal(
    named.length === 0
      ? `This app has no module ${name}: give the name of its class, or its file.`
      : `This app has several modules ${name}: give the file of one of ${named.map(spelled).join(', ')}.`,
  );
}

/** Throws a Refusal where tests could not import the module. */
function fileOfModule(tree: Tree, root: ts.ClassDeclaration, main: string): RootModule {
  const source = root.getSourceFile();
  const path = source.fileName;
  if (root.name === undefined) throw new Refusal(`The module in ${path} has no name: give its class one.`);
  if (path === main)
    throw new Refusal(`${main} contains ${nameOf(root)}: move it to its own file, as tests import it.`);
  const exportedAs = exportedName(tree, root);
  if (exportedAs === undefined) throw new Refusal(`${path} does not export ${nameOf(root)}, which tests import.`);
  return { path, className: root.name.text, exportedAs };
}

const nameOf = ({ name }: ts.ClassDeclaration) => name?.text ?? 'a class without a name';

const spelled = (one: ts.ClassDeclaration) => `${nameOf(one)} (${one.getSourceFile().fileName})`;

const unread = ({ path, call }: Start) =>
  `${path} starts ${call.arguments[0]?.getText() ?? 'nothing'}, which is known only when it runs.`;

const sayWhich = ({ initFor }: Asked) =>
  `Name the module to change with --module, for example: ${initFor('AppModule')}. The other generators use the guarded one.`;

/** The class of a module; undefined where its file has none of the name. */
export const moduleClass = (tree: Tree, { path, className }: ModuleFile): ts.ClassDeclaration | undefined =>
  sourceAt(tree, path)
    .statements.filter(ts.isClassDeclaration)
    .find(({ name }) => name?.text === className);

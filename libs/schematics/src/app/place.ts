import { posix } from 'node:path';

import type { Tree } from '@angular-devkit/schematics';
import { parse } from 'jsonc-parser';

import { Refusal } from '../source/refusal';
import { nestAppsOfNx } from './nx';

/** Where the command says that the app is. */
export interface Location {
  readonly project?: string;
  readonly sourceRoot?: string;
}

/** Where an app is. Paths are those of the tree, without a slash in front. */
export interface Place {
  /** Its folder: empty but in a workspace of several apps. */
  readonly root: string;
  readonly sourceRoot: string;
  /** The name of the file that starts it, without `.ts`. */
  readonly entry: string;
  /** Its name in a workspace of several apps. */
  readonly project: string | undefined;
  readonly isNx: boolean;
}

/** Finds the app in the Nest CLI's or Nx' own files. Throws a Refusal where they have another, or several to choose from. */
export function placeOf(tree: Tree, location: Location): Place {
  const isNx = tree.exists('nx.json') && !tree.exists('nest-cli.json');
  return isNx ? placeInNx(tree, location) : placeOfNestCli(tree, location);
}

interface Project {
  readonly sourceRoot?: string;
  readonly entryFile?: string;
}

function placeOfNestCli(tree: Tree, { project, sourceRoot }: Location): Place {
  const cli = (tree.exists('nest-cli.json') ? parse(tree.readText('nest-cli.json')) : {}) as Project & {
    projects?: Record<string, Project>;
  };
  const projects = Object.entries(cli.projects ?? {});
  const chosen = project === undefined ? undefined : cli.projects?.[project];
  if (project !== undefined && projects.length > 0 && chosen === undefined)
    throw new Refusal(`nest-cli.json has no project ${project}; it has ${projects.map(([name]) => name).join(', ')}.`);
  const folder = pathOf(sourceRoot ?? chosen?.sourceRoot ?? cli.sourceRoot ?? 'src');
  const own = projects.find(([, one]) => one === chosen || (!chosen && pathOf(one.sourceRoot ?? '') === folder));
  return {
    root: parentOf(folder),
    sourceRoot: folder,
    entry: (own?.[1] ?? cli).entryFile ?? 'main',
    project: own?.[0],
    isNx: false,
  };
}

function placeInNx(tree: Tree, { project, sourceRoot }: Location): Place {
  const apps = nestAppsOfNx(tree);
  const names = apps.map(({ name }) => name).join(', ');
  const fitting = apps.filter(
    (one) =>
      (project === undefined || [one.name, posix.basename(one.root)].includes(project)) &&
      (sourceRoot === undefined || one.sourceRoot === pathOf(sourceRoot)),
  );
  if (fitting.length > 1)
    throw new Refusal(`The workspace has several Nest apps: choose one with --project: ${names}.`);
  const [app] = fitting;
  if (app === undefined)
    throw new Refusal(
      apps.length === 0
        ? 'The workspace has no Nest app: no project of it calls NestFactory in main.ts.'
        : `The workspace has no Nest app ${project ?? sourceRoot}; it has ${names}.`,
    );
  return { ...app, entry: 'main', project: app.name, isNx: true };
}

const pathOf = (folder: string) => posix.normalize(folder).replace(/^\/|\/$/g, '');

const parentOf = (folder: string) => (posix.dirname(folder) === '.' ? '' : posix.dirname(folder));

import { dirname, join } from 'node:path';

import { HostTree } from '@angular-devkit/schematics';
import { SchematicTestRunner, UnitTestTree } from '@angular-devkit/schematics/testing';
import * as estree from 'prettier/plugins/estree';
import * as typescript from 'prettier/plugins/typescript';
import { format } from 'prettier/standalone';

const NEST = join(dirname(require.resolve('@nestjs/schematics/package.json')), 'dist/collection.json');

/** What the schematics of this package do to an app. */
export const runner = () => new SchematicTestRunner('consentry', join(__dirname, '../src/collection.json'));

let made: Promise<UnitTestTree> | undefined;

type Change = (text: string) => string;

/** An app as `nest new` makes it, with some of its files changed, added, or taken away (`undefined`). */
export async function newApp(changes: Record<string, Change | string | undefined> = {}): Promise<UnitTestTree> {
  made ??= new SchematicTestRunner('nest', NEST).runSchematic('application', { name: 'cats' });
  const files = await made;
  const tree = new UnitTestTree(new HostTree());
  for (const path of files.files) tree.create(path.replace(/^\/cats\//, '/'), files.readText(path));
  for (const [path, change] of Object.entries(changes)) {
    if (change === undefined) tree.delete(path);
    else if (typeof change === 'function') tree.overwrite(path, change(tree.readText(path)));
    else if (tree.exists(path)) tree.overwrite(path, change);
    else tree.create(path, change);
  }
  return tree;
}

/** A line in the app's package.json. */
export const withPackage =
  (name: string, range: string): Change =>
  (text) =>
    text.replace('"dependencies": {', `"dependencies": {\n    "${name}": "${range}",`);

/** Every file with its text. */
export const textsOf = (tree: UnitTestTree): Record<string, string> =>
  Object.fromEntries(tree.files.map((path) => [path, tree.readText(path)]));

/** A file as the app's own Prettier writes it. Standalone: Jest cannot load what Prettier imports by itself. */
export const prettier = (tree: UnitTestTree, path: string): Promise<string> => {
  const options = JSON.parse(tree.readText('.prettierrc')) as object;
  return format(tree.readText(path), { parser: 'typescript', plugins: [estree, typescript], ...options });
};

/** An app as Nx makes it: its folder below `apps/`, its module below `src/app`. */
export async function nxWorkspace(...names: string[]): Promise<UnitTestTree> {
  const tree = await newApp({ 'nest-cli.json': undefined, 'nx.json': '{}' });
  const texts = ['main', 'app.module', 'app.controller', 'app.service'].map(
    (file) => [file, tree.readText(`src/${file}.ts`)] as const,
  );
  for (const path of tree.files.filter((one) => /^\/(src|test)\//.test(one))) tree.delete(path);
  for (const name of names) {
    tree.create(`apps/${name}/project.json`, JSON.stringify({ name, sourceRoot: `apps/${name}/src` }));
    for (const [file, text] of texts) {
      if (file === 'main') tree.create(`apps/${name}/src/main.ts`, text.replace('./app.module', './app/app.module'));
      else tree.create(`apps/${name}/src/app/${file}.ts`, text.replaceAll('getHello', 'getData'));
    }
  }
  return tree;
}

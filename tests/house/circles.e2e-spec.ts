import { readFileSync, readdirSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { preProcessFile } from 'typescript';

const ROOT = join(__dirname, '../..');

const filesIn = (folder: string) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /(?<!\.spec|\.d)\.tsx?$/.test(name))
    .map((name) => join(folder, name));

/** By file, those that it imports, types too. */
function importsOf(files: readonly string[]): Map<string, string[]> {
  const known = new Set(files);
  const resolve = (from: string, name: string) =>
    ['', '.ts', '.tsx'].map((end) => join(dirname(from), name) + end).find((path) => known.has(path));
  const named = (file: string) => preProcessFile(readFileSync(file, 'utf8')).importedFiles;
  const imports = (file: string) => named(file).flatMap(({ fileName }) => resolve(file, fileName) ?? []);
  return new Map(files.map((file) => [file, imports(file)]));
}

/** A way that leads from a file back to itself. */
function findCircle(imports: ReadonlyMap<string, readonly string[]>): string[] | undefined {
  const done = new Set<string>();
  const walk = (file: string, way: readonly string[]): string[] | undefined => {
    if (way.includes(file)) return [...way.slice(way.indexOf(file)), file];
    if (done.has(file)) return undefined;
    for (const next of imports.get(file) ?? []) {
      const circle = walk(next, [...way, file]);
      if (circle !== undefined) return circle;
    }
    done.add(file);
    return undefined;
  };
  for (const file of imports.keys()) {
    const circle = walk(file, []);
    if (circle !== undefined) return circle;
  }
  return undefined;
}

it.each([
  ['the auth server', 'apps/auth-server/src', 1_000],
  ['the console', 'apps/console/src', 300],
])('no file of %s imports itself by way of others', (_, folder, least) => {
  const imports = importsOf(filesIn(join(ROOT, folder)));
  expect([...imports.values()].flat().length).toBeGreaterThan(least);
  expect(findCircle(imports)?.map((file) => relative(ROOT, file))).toBeUndefined();
  const [first] = imports.keys();
  const changed = new Map([...imports, [first!, [...imports.get(first!)!, first!]]]);
  expect(findCircle(changed)).toBeDefined();
});

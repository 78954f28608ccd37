import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

import { EXPRESS_11, type FreshApp, newApp, writeMain } from './apps.ts';
import { type Place, run } from './commands.ts';
import { nodeOf } from './nodes.ts';

const GUARD = join(__dirname, '../..');
const SCHEMATICS = join(GUARD, '../schematics');
const root = mkdtempSync(join(tmpdir(), 'generated-apps-'));

const APPS: readonly FreshApp[] = [
  { ...EXPRESS_11, name: 'generated-express' },
  { ...EXPRESS_11, name: 'generated-fastify', platform: 'fastify' },
];

let tarballs: string[];

beforeAll(async () => {
  const pack = async (folder: string) => {
    const own = { folder, node: dirname(process.execPath) };
    const packed = await run(own, 'npm', 'pack', '--json', '--pack-destination', root);
    return join(root, (JSON.parse(packed) as [{ filename: string }])[0].filename);
  };
  tarballs = [await pack(GUARD), await pack(SCHEMATICS)];
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

/** As in docs/generators.md. */
async function generate(place: Place): Promise<void> {
  await run(place, 'npx', 'nest', 'g', '-c', '@consentry/schematics', 'init');
  await run(place, 'npx', 'nest', 'g', '-c', '@consentry/schematics', 'protected-controller', 'notes');
}

/** Each file that people write, with its text. */
function textsOf(folder: string): Record<string, string> {
  const paths = ['src', 'test'].flatMap((name) =>
    readdirSync(join(folder, name), { recursive: true, encoding: 'utf8' }).map((path) => join(name, path)),
  );
  const files = ['package.json', '.env.example', ...paths.filter((path) => /\.\w+$/.test(path))];
  return Object.fromEntries(files.map((path) => [path, readFileSync(join(folder, path), 'utf8')]));
}

/** Without npm's registry there is nothing to install from. */
const isRegistryThere = spawnSync('npm', ['view', '@nestjs/core', 'version'], { timeout: 60_000 }).status === 0;
if (!isRegistryThere) console.warn("npm's registry does not answer: no applications were generated");

(isRegistryThere ? describe : describe.skip).each(APPS)('generators in $name', (fresh: FreshApp) => {
  let place: Place;

  it('guard an application that the Nest CLI has just made', async () => {
    place = await newApp(fresh, root, await nodeOf(fresh.node, root));
    writeMain(fresh, place.folder);
    await run(place, 'npm', 'install', '--no-audit', '--no-fund', ...tarballs);
    await run(place, 'npx', 'prettier', '--write', 'src/main.ts');
    await generate(place);
    expect(textsOf(place.folder)).toHaveProperty(['src/notes/notes.controller.ts']);
  });

  it('write tests that pass beside those that were there', async () => {
    await run(place, 'npm', 'run', 'test:e2e');
    await run(place, 'npm', 'test');
  });

  it("write code that passes the application's build and lint", async () => {
    await run(place, 'npm', 'run', 'build');
    await run(place, 'npx', 'eslint', '{src,test}/**/*.ts');
  });

  it('change nothing the second time', async () => {
    const before = textsOf(place.folder);
    await generate(place);
    expect(textsOf(place.folder)).toEqual(before);
  });
});

// npm run sbom [-- libs/guard …]: writes what each published package brings along, as CycloneDX, into its dist/sbom.cdx.json. `npm sbom` of a
// workspace leaves out what a neighbour has as a development dependency: so each package is looked at alone, with the
// versions of our lock file and without a network.
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { URL, fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../', import.meta.url));
const PACKAGES = ['apps/auth-server', 'libs/client', 'libs/guard', 'libs/schematics', 'libs/typeorm-node-sqlite'];

const read = (path) => JSON.parse(readFileSync(path, 'utf8'));
const write = (path, content) => writeFileSync(path, `${JSON.stringify(content, null, 2)}\n`);

const given = process.argv.slice(2);
for (const path of given.length > 0 ? given : PACKAGES) {
  if (!existsSync(join(ROOT, path, 'dist'))) throw new Error(`${path} is not built: run npm run build`);
  const folder = mkdtempSync(join(tmpdir(), 'sbom-'));
  try {
    const { name, components } = describe(path, folder);
    console.log(`${name}: ${components} packages, in ${path}/dist/sbom.cdx.json`);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function describe(path, folder) {
  const name = isolate(path, folder);
  const npm = (...given) => execFileSync('npm', given, { cwd: folder, encoding: 'utf8' });
  // Takes out of the lock file what this package does not need.
  npm('install', '--package-lock-only', '--ignore-scripts', '--offline', '--no-audit', '--no-fund');
  const all = JSON.parse(npm('sbom', '--sbom-format=cyclonedx', '--package-lock-only', '--omit=dev', '-w', name));
  const own = all.components.find(({ purl }) => purl.startsWith(`pkg:npm/${name.replace('@', '%40')}@`));
  const components = all.components.filter((component) => component !== own).map(withLicence);
  const dependencies = all.dependencies.filter(({ ref }) => ref !== all.metadata.component['bom-ref']);
  const metadata = { ...all.metadata, component: { ...own, type: 'application' } };
  write(join(ROOT, path, 'dist/sbom.cdx.json'), { ...all, metadata, components, dependencies });
  return { name, components: components.length };
}

/** The workspace with this package, and what it needs of the others, alone. Peer dependencies are of the application that installs it. */
function isolate(path, folder) {
  const manifest = read(join(ROOT, path, 'package.json'));
  const { name, version, overrides } = read(join(ROOT, 'package.json'));
  const neighbours = PACKAGES.filter((other) => manifest.dependencies?.[read(join(ROOT, other, 'package.json')).name]);
  for (const each of [path, ...neighbours]) {
    mkdirSync(join(folder, each), { recursive: true });
    const own = { ...read(join(ROOT, each, 'package.json')), devDependencies: {}, peerDependencies: {} };
    write(join(folder, each, 'package.json'), own);
  }
  write(join(folder, 'package.json'), { name, version, private: true, workspaces: [path, ...neighbours], overrides });
  cpSync(join(ROOT, 'package-lock.json'), join(folder, 'package-lock.json'));
  return manifest.name;
}

/** Old packages name their licences in a list, which npm does not read. */
function withLicence(component) {
  if (component.licenses?.length > 0) return component;
  const manifest = join(ROOT, 'node_modules', component['bom-ref'].replace(/@[^@]*$/, ''), 'package.json');
  const { licenses = [] } = existsSync(manifest) ? read(manifest) : {};
  return { ...component, licenses: licenses.map(({ type }) => ({ license: { id: type } })) };
}

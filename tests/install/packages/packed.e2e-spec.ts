import { execFileSync } from 'node:child_process';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '@consentry/test-support/run/root';
import { freshDir } from '@consentry/test-support/server/server';
import { PACKAGES, type Packed, manifestOf, pack } from './packages';

const PAGE = readFileSync(join(ROOT, 'docs/packages.md'), 'utf8');

interface Materials {
  metadata: { component: { purl: string } };
  components: { name: string; purl: string; licenses: unknown[] }[];
  dependencies: { ref: string; dependsOn: string[] }[];
}

/** Columns of the page's table: kB packed, kB unpacked, packages that it brings along. */
function toldOf(name: string): number[] {
  const row = PAGE.split('\n').find((line) => line.startsWith(`| \`${name}\``)) ?? '';
  return row
    .split('|')
    .slice(3, 6)
    .map((cell) => Number(cell.replaceAll(',', '')));
}

beforeAll(() => {
  execFileSync('node', ['release/sbom.mjs'], { cwd: ROOT });
}, 600_000);

describe.each(PACKAGES)('what is packed of %s', (path) => {
  const { name, dependencies, optionalDependencies } = manifestOf(path);
  let packed: Packed;
  let materials: Materials;
  beforeAll(() => {
    packed = pack(path, freshDir());
    materials = JSON.parse(readFileSync(join(ROOT, path, 'dist/sbom.cdx.json'), 'utf8')) as Materials;
  }, 300_000);

  it('is faultless to publint and Are The Types Wrong, for both module systems and each entry point', () => {
    const output = execFileSync('node', [join(__dirname, 'lint-packed.mjs'), packed.file], { encoding: 'utf8' });
    expect(JSON.parse(output)).toEqual([]);
  }, 300_000);

  it('is about as large as docs/packages.md says, which brings along as many packages', () => {
    const [size = 0, unpacked = 0, along = 0] = toldOf(name);
    for (const [bytes, told] of [
      [packed.size, size],
      [packed.unpackedSize, unpacked],
    ] as const)
      expect([name, bytes / 1_000 > told / 1.5, bytes / 1_000 < told * 1.5]).toEqual([name, true, true]);
    expect(Math.abs(materials.components.length - along)).toBeLessThanOrEqual(10);
  });

  it('holds no test, no source of its own and no map without one', () => {
    const paths = packed.files.map((file) => file.path);
    expect(paths).toEqual(expect.arrayContaining(['CHANGELOG.md', 'LICENSE', 'README.md', 'dist/sbom.cdx.json']));
    expect(paths.filter((file) => /\.spec\.|^(src|test|scripts)\/|tsconfig|\.tsbuildinfo/.test(file))).toEqual([]);
  });

  it('has the pages that its messages name', () => {
    if (name !== '@consentry/auth-server') return;
    const paths = new Set(packed.files.map((file) => file.path));
    const named = [
      ...readdirSync(join(ROOT, 'docs/errors/operators')).map((page) => `errors/operators/${page}`),
      'doctor.md',
    ];
    for (const page of [...named, 'production.md', 'administration.md', 'how-to/your-users.md', 'how-to/systemd.md'])
      expect([page, paths.has(`dist/docs/${page}`)]).toEqual([page, true]);
  });

  it('has a bill of materials: its production dependencies with their licences, and no package of development', () => {
    const { components, metadata, dependencies: edges } = materials;
    expect(metadata.component.purl).toMatch(new RegExp(`^pkg:npm/${name.replace('@', '%40')}@`));
    const direct = Object.keys({ ...dependencies, ...optionalDependencies });
    const own = edges.find(({ ref }) => ref.startsWith(`${name}@`))?.dependsOn ?? [];
    expect(own.map((ref) => ref.replace(/@[^@]*$/, '')).sort()).toEqual(direct.sort());
    expect(components.filter(({ licenses }) => licenses.length === 0)).toEqual([]);
    const listed = new Set(components.map(({ purl }) => decodeURIComponent(purl).replace(/^pkg:npm\/|@[^@]*$/g, '')));
    const tools = [
      'jest',
      'typescript',
      'nx',
      'eslint',
      'prettier',
      '@nestjs/testing',
      '@consentry/console',
      '@swc/core',
    ];
    expect(tools.filter((tool) => listed.has(tool))).toEqual([]);
    expect(direct.filter((each) => !listed.has(each))).toEqual([]);
  });
});

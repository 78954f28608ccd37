import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '@consentry/test-support/run/root';
import { parse } from 'yaml';

interface Job {
  container: string;
  strategy?: { matrix: Record<string, (string | number)[]> };
  steps: { run?: string; with?: { path: string; key: string } }[];
}

interface Manifest {
  scripts: Record<string, string>;
  engines: { node: string };
}

const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');
const manifestOf = (folder: string) => JSON.parse(read(join(folder, 'package.json'))) as Manifest;
const manifest = manifestOf('.');
const workflow = parse(read('.github/workflows/ci.yml')) as { env: Record<string, string>; jobs: Record<string, Job> };
const { jobs } = workflow;

/** The folders whose package has a script for `npm run prove`. */
const proved = ['apps', 'libs', 'tests'].flatMap((folder) =>
  readdirSync(join(ROOT, folder), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .filter(({ name }) =>
      Object.keys(manifestOf(`${folder}/${name}`).scripts).some((script) => /^prove\b/.test(script)),
    )
    .map(({ name }) => name),
);

const commandsOf = (job: Job) => job.steps.flatMap(({ run }) => run ?? []);

describe('the workflow for several machines', () => {
  it('runs what .ci/run does, by scripts that are there', () => {
    const steps = Object.values(jobs).flatMap(commandsOf);
    for (const [, name] of read('.ci/run').matchAll(/^npm run (\w+)$/gm)) {
      expect(manifest.scripts).toHaveProperty(name!);
      expect(steps.filter((step) => step.startsWith(`npm run ${name}`))).toHaveLength(1);
    }
    expect(steps).toContain('npm test');
    for (const job of Object.values(jobs)) expect(commandsOf(job)).toContain('npm ci');
  });

  it('proves each project on exactly one machine', () => {
    const kinds = jobs['prove']!.strategy!.matrix['kinds']!.flatMap((machine) => String(machine).split(' '));
    expect(proved.length).toBeGreaterThan(8);
    expect(kinds.sort()).toEqual(proved.sort());
  });

  it('tests on each supported line of Node', () => {
    const nodes = jobs['test']!.strategy!.matrix['node']!;
    expect(nodes).toEqual([20, 22, 24]);
    expect(`>=${nodes[0]}`).toBe(manifest.engines.node.replace(/\.\d+$/, ''));
    for (const { container } of Object.values(jobs))
      expect(container).toMatch(/^node:(\d\d|\$\{\{ matrix\.node \}\})-/);
  });

  it("installs the same of Debian's programs", () => {
    expect(read('.ci/run')).toContain('mapfile -t programs <.ci/debian-packages');
    expect(commandsOf(jobs['prove']!).join('\n')).toContain('xargs -a .ci/debian-packages apt-get');
  });

  it("keeps Nx's results, with the database that names them, from run to run", () => {
    const { NX_CACHE_DIRECTORY: cache = '', NX_WORKSPACE_DATA_DIRECTORY: database } = workflow.env;
    expect(database).toBe(`${cache}/database`);
    for (const { steps } of Object.values(jobs)) expect(steps[1]!.with!.path.trim().split('\n')).toContain(cache);
  });
});

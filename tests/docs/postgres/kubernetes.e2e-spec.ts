import { execFileSync } from 'node:child_process';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { settingsOf } from '@consentry/test-support/docs/production-page';
import { blocksOf } from '@consentry/test-support/docs/page-blocks';
import { freshDatabase } from '@consentry/test-support/postgres/databases';
import { describeInstalled, runs } from '@consentry/test-support/run/installed';
import { ROOT } from '@consentry/test-support/run/root';
import { freePort } from '@consentry/test-support/server/ports';
import { freshDir } from '@consentry/test-support/server/server';
import { call } from '@consentry/test-support/world/world';
import { parseAllDocuments } from 'yaml';
import { type Held, type PodContainer, PodProcess, type PodSpec } from '../support/pod-container';

const FOLDER = join(ROOT, 'apps/auth-server/deploy/kubernetes');
const PAGE = blocksOf('docs/how-to/kubernetes.md');
/** Of a stop, as docs/how-to/systemd.md says. */
const STOP_SECONDS = 8;

interface Manifest {
  kind: string;
  metadata: { name: string };
  data: Record<string, string>;
  spec: {
    replicas: number;
    minAvailable: number;
    selector: { matchLabels: object };
    template: { metadata: { labels: object }; spec: PodSpec };
    ports: { targetPort: string }[];
  };
}

type Probed = PodContainer & {
  image: string;
  ports: { name: string; containerPort: number }[];
  lifecycle: { preStop: { exec: { command: string[] } } };
} & Record<'startupProbe' | 'readinessProbe' | 'livenessProbe', { httpGet: { path: string; port: string } }>;

const manifests = readdirSync(FOLDER).flatMap((name) =>
  parseAllDocuments(readFileSync(join(FOLDER, name), 'utf8'), { version: '1.1' }).map(
    (document) => document.toJS() as Manifest,
  ),
);
const byKind = (kind: string) => manifests.filter((manifest) => manifest.kind === kind);
const [job, deployment] = ['Job', 'Deployment'].map((kind) => byKind(kind)[0]!.spec);
const pods = [job!.template.spec, deployment!.template.spec];
const PATH = '/usr/local/bin:/usr/bin:/bin';
const dockerfile = readFileSync(join(ROOT, 'apps/auth-server/Dockerfile'), 'utf8');
const imageEnv = settingsOf(/^ENV (.+)$/m.exec(dockerfile)![1]!.replaceAll(' ', '\n'));
const server = pods[1]!.containers[0] as Probed;

describe('the manifests of Kubernetes', () => {
  it('run all containers by the user of the image, without rights and without variables of services', () => {
    const [, user] = /^USER (\d+:\d+)$/m.exec(dockerfile)!;
    for (const { securityContext, containers, enableServiceLinks } of pods) {
      const { runAsNonRoot, runAsUser, runAsGroup } = securityContext;
      expect([runAsNonRoot, `${runAsUser}:${runAsGroup}`, enableServiceLinks]).toEqual([true, user, false]);
      for (const container of containers)
        expect(container.securityContext).toEqual({
          allowPrivilegeEscalation: false,
          readOnlyRootFilesystem: true,
          capabilities: { drop: ['ALL'] },
        });
    }
  });

  it('choose the same pods everywhere, of which one may be away', () => {
    const { labels } = deployment!.template.metadata;
    const [service, budget] = [byKind('Service')[0]!.spec, byKind('PodDisruptionBudget')[0]!.spec];
    expect([service.selector, budget.selector, deployment!.selector]).toEqual([
      labels,
      { matchLabels: labels },
      { matchLabels: labels },
    ]);
    expect(service.ports.map(({ targetPort }) => targetPort)).toEqual(server.ports.map(({ name }) => name));
    expect([deployment!.replicas, budget.minAvailable]).toEqual([2, 1]);
  });

  it.each(['apply', 'upgrade'])('are applied as the page says, the Job before the servers: %s', (name) => {
    const commands = PAGE.get(name)!;
    const files = [...commands.matchAll(/ -f (\S+)/g)].map(([, file]) => file!);
    expect(readdirSync(FOLDER)).toEqual(expect.arrayContaining(files));
    expect(files.slice(-2)).toEqual(['migrate.yaml', 'servers.yaml']);
    const named = [...commands.matchAll(/\b(job|deployment)\/(\S+)/g)].map(([, kind, called]) => [kind, called]);
    const known = manifests.map(({ kind, metadata }) => [kind.toLowerCase(), metadata.name]);
    for (const each of named) expect(known).toContainEqual(each);
  });

  it('leave a server the time that it takes to end', () => {
    const [, pause] = server.lifecycle.preStop.exec.command;
    expect(pods[1]!.terminationGracePeriodSeconds).toBeGreaterThan(Number(pause) + STOP_SECONDS);
  });
});

const canRun = process.getuid?.() === 0 && runs('crun', '--version');

describeInstalled('the containers of the manifests', canRun, 'root with crun', () => {
  let held: Held;
  let port: string;

  beforeAll(async () => {
    const folder = freshDir();
    const url = 'postgres://consentry:a-long-random-password@postgres.example.com/consentry?sslmode=verify-full';
    const files = PAGE.get('secret-files')!.replace(url, await freshDatabase());
    execFileSync('sh', ['-ec', files], { cwd: folder });
    const keys = [...PAGE.get('secret')!.matchAll(/--from-file=(\S+)/g)].map(([, key]) => key!);
    const secret = Object.fromEntries(keys.map((key) => [key, readFileSync(join(folder, key), 'utf8')]));
    const configMaps = Object.fromEntries(byKind('ConfigMap').map(({ metadata, data }) => [metadata.name, data]));
    held = { secrets: { consentry: secret }, configMaps };
    port = String(await freePort());
  });

  const run = (at: 0 | 1, command: string[]) =>
    new PodProcess(pods[at]!, held, { command, env: imageEnv }, { PATH, HOST: '127.0.0.1', PORT: port });

  it('migrate an empty database, and once more do nothing', async () => {
    const { command } = pods[0]!.containers[0]!;
    expect(command![0]).toBe('consentry');
    // The image has a link of that name.
    const given = ['node', '/app/apps/auth-server/dist/commands/consentry.js', ...command!.slice(1)];
    for (const said of [/: ran \w+/, /: nothing to do/]) {
      const job = run(0, given);
      expect([await job.ended(), job.output]).toEqual([0, expect.stringMatching(said)]);
    }
  });

  it('serve, answer their probes, and end in time', async () => {
    const [, image] = /^CMD (.+)$/m.exec(dockerfile)!;
    const pod = run(1, server.command ?? (JSON.parse(image!) as string[]));
    await pod.says('auth server is ready');
    expect(server.ports).toEqual([{ name: 'http', containerPort: 3000 }]);
    for (const probe of ['startupProbe', 'readinessProbe', 'livenessProbe'] as const) {
      const { httpGet } = server[probe];
      expect([httpGet.port, (await call('GET', `http://127.0.0.1:${port}${httpGet.path}`)).status]).toEqual([
        'http',
        200,
      ]);
    }
    expect(await pod.end()).toBe(0);
    expect(pod.output).not.toMatch(/"level":"(warn|error)"/);
  });
});

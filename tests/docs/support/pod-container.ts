import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { chmodSync, chownSync, existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { ROOT } from '@consentry/test-support/run/root';
import { freshDir } from '@consentry/test-support/server/server';

/** What a manifest says of a pod, as far as our manifests do. */
export interface PodSpec {
  securityContext: { runAsNonRoot: true; runAsUser: number; runAsGroup: number; fsGroup: number };
  terminationGracePeriodSeconds: number;
  enableServiceLinks: boolean;
  containers: PodContainer[];
  volumes: {
    name: string;
    secret?: { secretName: string; defaultMode: number };
    configMap?: { name: string };
    emptyDir?: object;
  }[];
}

export interface PodContainer {
  name: string;
  command?: string[];
  envFrom: { configMapRef: { name: string } }[];
  securityContext: { readOnlyRootFilesystem: boolean; allowPrivilegeEscalation: boolean };
  volumeMounts: { name: string; mountPath: string; readOnly?: boolean }[];
}

type Variables = Record<string, string>;

/** What the cluster holds: by name, then by key. */
export interface Held {
  secrets: Record<string, Variables>;
  configMaps: Record<string, Variables>;
}

/** crun 1.8 refuses the two versions of control groups side by side, so it is shown the second alone. */
const IN_ONE_HIERARCHY = 'umount -R /sys/fs/cgroup; mount -t cgroup2 none /sys/fs/cgroup; exec crun "$@"';
/** Programs and libraries of this machine, in the place of those of the image. */
const OF_THE_MACHINE = ['/usr', '/lib', '/lib64', '/bin', '/etc/hosts'].filter((folder) => existsSync(folder));

/** A container of a pod, by its user, on a read-only file system, with its volumes; the network is this machine's. */
export class PodProcess {
  output = '';
  private readonly id = `pod-${randomBytes(6).toString('hex')}`;
  private readonly bundle = freshDir();
  private readonly child: ChildProcess;

  /** @param image what starts, and its variables; `place` has those that this machine demands. */
  constructor(pod: PodSpec, held: Held, image: { command: string[]; env: Variables }, place: Variables) {
    const [container] = pod.containers as [PodContainer];
    const settings = container.envFrom.map(({ configMapRef: { name } }) => held.configMaps[name]!);
    const variables = Object.entries(Object.assign({}, image.env, ...settings, place) as Variables);
    mkdirSync(join(this.bundle, 'root'));
    const { runAsUser: uid, runAsGroup: gid, fsGroup } = pod.securityContext;
    const spec = {
      ociVersion: '1.0.2',
      root: { path: 'root', readonly: container.securityContext.readOnlyRootFilesystem },
      process: {
        user: { uid, gid, additionalGids: [fsGroup] },
        args: image.command,
        env: variables.map(([name, value]) => `${name}=${value}`),
        cwd: '/app',
        capabilities: {},
        noNewPrivileges: !container.securityContext.allowPrivilegeEscalation,
      },
      mounts: [
        { destination: '/proc', type: 'proc', source: 'proc' },
        { destination: '/dev', type: 'tmpfs', source: 'tmpfs', options: ['nosuid', 'mode=755'] },
        ...OF_THE_MACHINE.map((folder) => bind(folder, folder, true)),
        bind('/app', ROOT, true),
        ...container.volumeMounts.map(({ name, mountPath, readOnly = false }) =>
          bind(mountPath, this.volume(pod, name, held), readOnly),
        ),
      ],
      linux: { namespaces: ['pid', 'mount', 'ipc', 'uts'].map((type) => ({ type })) },
    };
    writeFileSync(join(this.bundle, 'config.json'), JSON.stringify(spec));
    this.child = this.crun('run', '--bundle', this.bundle, this.id);
    for (const stream of [this.child.stdout!, this.child.stderr!])
      stream.on('data', (chunk) => (this.output += String(chunk)));
  }

  async says(text: string): Promise<void> {
    while (!this.output.includes(text)) {
      if (this.child.exitCode !== null) throw new Error(`never said ${text}: ${this.output}`);
      await Promise.race([once(this.child.stdout!, 'data'), once(this.child, 'close')]);
    }
  }

  /** @returns the exit code. */
  async ended(): Promise<number | null> {
    if (this.child.exitCode === null) await once(this.child, 'close');
    return this.child.exitCode;
  }

  async end(): Promise<number | null> {
    await once(this.crun('kill', this.id, 'TERM'), 'close');
    return this.ended();
  }

  /** As the kubelet makes it: files belong to root and to the group of the pod. */
  private volume(pod: PodSpec, name: string, { secrets, configMaps }: Held): string {
    const { secret, configMap } = pod.volumes.find((volume) => volume.name === name)!;
    const files = secret ? secrets[secret.secretName] : configMap ? configMaps[configMap.name] : {};
    if (files === undefined) throw new Error(`the volume ${name} is of nothing that there is`);
    const folder = join(this.bundle, name);
    mkdirSync(folder);
    const own = (path: string, mode: number) => {
      chownSync(path, 0, pod.securityContext.fsGroup);
      chmodSync(path, mode);
    };
    for (const [key, value] of Object.entries(files)) {
      writeFileSync(join(folder, key), value);
      own(join(folder, key), secret?.defaultMode ?? 0o644);
    }
    own(folder, 0o2777);
    return folder;
  }

  private crun(command: string, ...given: string[]): ChildProcess {
    const state = join(dirname(this.bundle), `${this.id}-state`);
    const parameters = ['--root', state, '--cgroup-manager=disabled', command, ...given];
    return spawn('unshare', ['--mount', 'sh', '-c', IN_ONE_HIERARCHY, 'sh', ...parameters], { stdio: 'pipe' });
  }
}

const bind = (destination: string, source: string, isReadOnly: boolean) => ({
  ...{ destination, type: 'bind', source },
  options: ['rbind', isReadOnly ? 'ro' : 'rw'],
});

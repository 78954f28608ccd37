import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { chownSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { freePort } from '@consentry/test-support/server/ports';
import { settingsOf } from '@consentry/test-support/docs/production-page';
import { freshDir } from '@consentry/test-support/server/server';

/** What an image says about its containers. */
export interface ImageConfig {
  User: string;
  Env: string[];
  Cmd: string[];
  WorkingDir: string;
}

export interface Image {
  /** The folder of its file system. */
  root: string;
  config: ImageConfig;
}

interface Outcome {
  exitCode: number | null;
  stdout: string;
  stderr: string;
}

interface Mount {
  destination: string;
  type: string;
  source: string;
  options: string[];
}

/** crun 1.8 refuses the two versions of control groups side by side, so it is shown the second alone. */
const IN_ONE_HIERARCHY = 'umount -R /sys/fs/cgroup; mount -t cgroup2 none /sys/fs/cgroup; exec crun "$@"';

/** A container as compose.yaml runs it: by its user, without capabilities, on a read-only file system. */
export class Container {
  output = '';

  private constructor(
    private readonly id: string,
    private readonly state: string,
    private readonly child: ChildProcess,
    private readonly user: string,
    private readonly env: Record<string, string>,
    readonly url: string,
    /** What is mounted at `/data`. */
    readonly data: string,
  ) {
    for (const stream of [child.stdout!, child.stderr!]) stream.on('data', (chunk) => (this.output += String(chunk)));
  }

  /** Starts what the image starts; the network is this machine's. @param data an existing folder of its user's. */
  static async start(image: Image, env: Record<string, string>, data = ownFolder(image)): Promise<Container> {
    const [bundle, id] = [freshDir(), `consentry-${randomBytes(6).toString('hex')}`];
    const port = env['PORT'] ?? String(await freePort());
    const settings = { ...settingsOf(image.config.Env.join('\n')), ...env, HOST: '127.0.0.1', PORT: port };
    writeFileSync(join(bundle, 'config.json'), JSON.stringify(specOf(image, settings, data)));
    const state = join(bundle, 'state');
    const child = crun(['--root', state, '--cgroup-manager=disabled', 'run', '--bundle', bundle, id]);
    const container = new Container(id, state, child, image.config.User, settings, `http://127.0.0.1:${port}`, data);
    await container.ready();
    return container;
  }

  /** Runs a command beside the server. */
  async exec(command: string[], given: { env?: Record<string, string>; input?: string } = {}): Promise<Outcome> {
    const { env = {}, input = '' } = given;
    const variables = assignments({ ...this.env, ...env }).flatMap((variable) => ['--env', variable]);
    const options = ['--user', this.user, ...variables];
    const child = crun(['--root', this.state, '--cgroup-manager=disabled', 'exec', ...options, this.id, ...command]);
    const outcome = { stdout: '', stderr: '' };
    child.stdout.on('data', (chunk) => (outcome.stdout += String(chunk)));
    child.stderr.on('data', (chunk) => (outcome.stderr += String(chunk)));
    child.stdin.on('error', () => undefined);
    child.stdin.end(input);
    await once(child, 'close');
    return { exitCode: child.exitCode, ...outcome };
  }

  /** Signals its first process, as `docker stop` does. @returns the exit code */
  async end(signal: 'TERM' | 'KILL'): Promise<number | null> {
    if (this.child.exitCode !== null) return this.child.exitCode;
    const closed = once(this.child, 'close');
    await once(crun(['--root', this.state, 'kill', this.id, signal]), 'close');
    await closed;
    return this.child.exitCode;
  }

  private async ready(): Promise<void> {
    while (!this.output.includes('auth server is ready')) {
      if (this.child.exitCode !== null) throw new Error(`did not start: ${this.output}`);
      await Promise.race([once(this.child.stdout!, 'data'), once(this.child, 'close')]);
    }
  }
}

const crun = (parameters: string[]) =>
  spawn('unshare', ['--mount', 'sh', '-c', IN_ONE_HIERARCHY, 'sh', ...parameters], { stdio: 'pipe' });

const assignments = (env: Record<string, string>) => Object.entries(env).map(([name, value]) => `${name}=${value}`);

const idsOf = ({ config }: Image) => config.User.split(':').map(Number) as [number, number];

/** As a new volume is: a copy of the image's own folder. */
function ownFolder(image: Image): string {
  const folder = join(freshDir(), 'data');
  mkdirSync(folder, { mode: 0o700 });
  chownSync(folder, ...idsOf(image));
  return folder;
}

/** What compose.yaml says, in the words of the OCI runtime specification. */
function specOf(image: Image, env: Record<string, string>, data: string) {
  const { Cmd, WorkingDir } = image.config;
  const [uid, gid] = idsOf(image);
  return {
    ociVersion: '1.0.2',
    root: { path: image.root, readonly: true },
    process: {
      user: { uid, gid },
      args: Cmd,
      env: assignments(env),
      cwd: WorkingDir,
      capabilities: {},
      noNewPrivileges: true,
    },
    mounts: [
      mount('/proc', 'proc', 'proc', 'nosuid', 'noexec', 'nodev'),
      mount('/dev', 'tmpfs', 'tmpfs', 'nosuid', 'mode=755'),
      mount('/tmp', 'tmpfs', 'tmpfs', 'nosuid', 'nodev', 'mode=1777'),
      mount('/data', 'bind', data, 'bind', 'rw'),
    ],
    linux: { namespaces: ['pid', 'mount', 'ipc', 'uts'].map((type) => ({ type })) },
  };
}

const mount = (destination: string, type: string, source: string, ...options: string[]): Mount => ({
  destination,
  type,
  source,
  options,
});

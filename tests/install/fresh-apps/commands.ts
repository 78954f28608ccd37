import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';

const execute = promisify(execFile);

/** Of an application: where it lives, and the Node that it runs on. */
export interface Place {
  readonly folder: string;
  /** The folder of the executable `node`. */
  readonly node: string;
}

/** Runs a command to its end. Throws an Error with what it printed. */
export async function run({ folder, node }: Place, command: string, ...args: string[]): Promise<string> {
  try {
    const { stdout } = await execute(command, args, { cwd: folder, env: environmentOf(node), maxBuffer: 64 << 20 });
    return stdout;
  } catch (error) {
    const { stdout = '', stderr = '' } = error as { stdout?: string; stderr?: string };
    throw new Error(`${command} ${args.join(' ')} failed in ${folder}:\n${stdout}\n${stderr}`, { cause: error });
  }
}

/** Starts the built application and settles when it answers. @param main its file, in the application's folder. */
export async function start(
  { folder, node }: Place,
  settings: Record<string, string>,
  main = 'dist/main.js',
): Promise<Running> {
  const port = await freePort();
  const app = spawn(join(node, 'node'), [main], {
    cwd: folder,
    env: { ...environmentOf(node), ...settings, PORT: String(port) },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const printed: string[] = [];
  for (const stream of [app.stdout, app.stderr]) stream.on('data', (chunk: Buffer) => printed.push(chunk.toString()));
  const url = `http://127.0.0.1:${port}`;
  for (let tries = 0; !(await answers(url)); tries += 1) {
    if (tries > 600 || app.exitCode !== null) throw new Error(`the application did not start:\n${printed.join('')}`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  return { url, printed: () => printed.join(''), stop: () => stop(app) };
}

export interface Running {
  readonly url: string;
  printed(): string;
  stop(): Promise<void>;
}

function stop(app: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    if (app.exitCode !== null) return resolve();
    app.once('exit', () => resolve());
    app.kill('SIGTERM');
  });
}

const answers = (url: string) =>
  fetch(url).then(
    () => true,
    () => false,
  );

export const freePort = () =>
  new Promise<number>((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo;
      server.close(() => resolve(port));
    });
  });

/** Without what this run of npm and Jest has set for itself, and with the registry of these tests. */
export function environmentOf(node: string): NodeJS.ProcessEnv {
  const own = Object.entries(process.env).filter(([name]) => !/^(npm_|NODE_OPTIONS|JEST_|NODE_ENV)/i.test(name));
  const registry = process.env.FRESH_APPS_REGISTRY;
  return {
    ...Object.fromEntries(own),
    ...(registry === undefined ? {} : { npm_config_registry: registry }),
    // `npx` must not prompt, and no daemon of Nx may outlive its test.
    npm_config_yes: 'true',
    NX_DAEMON: 'false',
    PATH: `${node}:${process.env.PATH ?? ''}`,
    CI: 'true',
    NO_COLOR: '1',
  };
}

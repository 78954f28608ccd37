import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { ROOT } from '@consentry/test-support/run/root';
import { makeBaseImages } from './base-images';
import type { Image, ImageConfig } from './container';
import type { ImageStore } from './image-store';
import { type Layer, readLayers } from './layers';

const TAG = 'localhost/consentry';

/** What a workspace has that no image is made from. */
const LEFT_OUT = ['.git', '.nx', 'node_modules', 'dist', 'coverage', '.tests'];

export interface BuiltImage extends Image {
  config: ImageConfig & {
    Entrypoint: string[] | null;
    Healthcheck: { Test: string[] };
    Volumes: Record<string, object>;
  };
  layers: Layer[];
  /** The file system of the stage that builds. */
  buildRoot: string;
}

/**
 * Builds the image from a copy of the workspace.
 *
 * @param secrets `credential`: of npm's registry; `inContext`: in files that an operator may have in the workspace.
 */
export async function buildImage(
  store: ImageStore,
  folder: string,
  secrets: { credential: string; inContext: string },
): Promise<BuiltImage> {
  await makeBaseImages(store, join(folder, 'node'));
  const context = copyWorkspace(join(folder, 'workspace'), secrets.inContext);
  const npmrc = join(folder, 'npmrc');
  writeFileSync(npmrc, npmSettings(secrets.credential), { mode: 0o600 });
  const build = (tag: string, ...more: string[]) =>
    store.run(
      ...[
        'bud',
        '--quiet',
        '--layers',
        '--jobs',
        '2',
        '--format',
        'docker',
        '--file',
        join(context, 'apps/auth-server/Dockerfile'),
      ],
      ...['--build-arg', 'BUILD_IMAGE=localhost/node', '--build-arg', 'RUN_IMAGE=localhost/debian'],
      // Of buildah's own 1,024 files npm sometimes opens more.
      ...['--ulimit', 'nofile=8192:8192'],
      // The certificates that this machine trusts the registry by.
      ...['--secret', `id=npmrc,src=${npmrc}`, '--volume', '/etc/ssl/certs:/etc/ssl/certs:ro'],
      ...['--tag', tag, ...more, context],
    );
  await build(TAG);
  await build('localhost/build', '--target', 'build');
  await store.run('push', '--quiet', TAG, `dir:${join(folder, 'pushed')}`);
  const { Docker } = JSON.parse(await store.run('inspect', '--type', 'image', TAG)) as {
    Docker: { config: BuiltImage['config'] };
  };
  return {
    root: await store.open(TAG),
    config: Docker.config,
    layers: readLayers(join(folder, 'pushed')),
    buildRoot: await store.open('localhost/build'),
  };
}

function copyWorkspace(to: string, secret: string): string {
  cpSync(ROOT, to, { recursive: true, preserveTimestamps: true, filter: (path) => !LEFT_OUT.includes(basename(path)) });
  mkdirSync(join(to, 'apps/auth-server/data'), { recursive: true });
  for (const file of ['.env', 'consentry.env', 'apps/auth-server/.env', 'apps/auth-server/data/master.key'])
    writeFileSync(join(to, file), `MASTER_KEY=${secret}\n`);
  return to;
}

/** How this machine's npm reaches its registry. */
function npmSettings(credential: string): string {
  const lines = ['registry', 'cafile', 'replace-registry-host', 'omit-lockfile-registry-resolved'].map((name) => {
    const value = execFileSync('npm', ['config', 'get', name], { cwd: ROOT, encoding: 'utf8' }).trim();
    return value === 'null' || value === 'undefined' ? '' : `${name}=${value}`;
  });
  return [...lines, `//registry.example.com/:_authToken=${credential}`, ''].join('\n');
}

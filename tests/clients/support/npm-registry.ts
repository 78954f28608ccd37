import { execFile, spawnSync } from 'node:child_process';
import { dirname } from 'node:path';
import { promisify } from 'node:util';

const execute = promisify(execFile);

/** Without it there is nothing to install from. */
export const isRegistryThere = () =>
  spawnSync('npm', ['view', 'node@22', 'version'], { timeout: 60_000, stdio: 'ignore' }).status === 0;

/** Without what this run of npm and Jest has set for itself. */
export function ownEnvironment(): NodeJS.ProcessEnv {
  const own = Object.entries(process.env).filter(([name]) => !/^(npm_|NODE_OPTIONS|JEST_|NODE_ENV)/i.test(name));
  return {
    ...Object.fromEntries(own),
    PATH: `${dirname(process.execPath)}:${process.env['PATH'] ?? ''}`,
    NO_COLOR: '1',
  };
}

/** Runs `npm install` in a folder that has a package.json. */
export async function install(folder: string, ...parameters: string[]): Promise<void> {
  const command = ['install', '--no-audit', '--no-fund', ...parameters];
  await execute('npm', command, { cwd: folder, env: ownEnvironment() });
}

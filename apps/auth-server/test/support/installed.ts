import { spawnSync } from 'node:child_process';

/** What runs only where a package of the machine is installed; else it is seen to be skipped, and why. */
export function describeInstalled(name: string, installed: boolean, packages: string, tests: () => void): void {
  if (installed) return describe(name, tests);
  const title = `${name}: NOT RUN, as ${packages} is not installed`;
  // Jest names no test of a file that is skipped as a whole.
  process.stderr.write(`${title}\n`);
  describe.skip(title, tests);
}

/** Whether a command runs and ends well. */
export const runs = (command: string, ...parameters: string[]) => spawnSync(command, parameters).status === 0;

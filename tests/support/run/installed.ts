import { spawnSync } from 'node:child_process';

/** Tests that need a package of the machine; without it they are skipped with the reason. */
export function describeInstalled(name: string, installed: boolean, packages: string, tests: () => void): void {
  if (installed) return describe(name, tests);
  const title = `${name}: NOT RUN, as ${packages} is not installed`;
  // Jest prints no test name of a file that is skipped as a whole.
  process.stderr.write(`${title}\n`);
  describe.skip(title, tests);
}

/** Whether a command exists and succeeds. */
export const runs = (command: string, ...parameters: string[]) => spawnSync(command, parameters).status === 0;

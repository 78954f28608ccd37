import { spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { join } from 'node:path';

import type { Clock } from '../../platform/config/clock';
import type { CommandOutcome } from '../command-outcome';
import { UsageError } from '../usage-error';

/** Where both packages are installed, npm links `consentry` to this one: it hands `resources` on (ADR 32). */
export async function runResourcesCommand(
  _: NodeJS.ProcessEnv,
  __: Clock,
  given: readonly string[],
): Promise<CommandOutcome> {
  return handOn(given, process.cwd());
}

/** @throws UsageError where `@consentry/schematics` is not installed for the folder. */
export function handOn(given: readonly string[], folder: string): CommandOutcome {
  const command = [findCommand(folder), 'resources', ...given];
  const { stdout, status } = spawnSync(process.execPath, command, {
    cwd: folder,
    stdio: ['inherit', 'pipe', 'inherit'],
    encoding: 'utf8',
  });
  return { text: stdout, exitCode: status ?? 1 };
}

function findCommand(folder: string): string {
  try {
    return createRequire(join(folder, 'package.json')).resolve('@consentry/schematics/dist/consentry.js');
  } catch {
    throw new UsageError(
      'the command is part of @consentry/schematics, which is not installed here: run it in the folder of the service',
    );
  }
}

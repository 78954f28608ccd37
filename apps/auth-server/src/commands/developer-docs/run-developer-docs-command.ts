import { renameSync, rmSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Clock } from '../../platform/config/clock';
import { readSettings } from '../../platform/config/read-settings';
import { StartError } from '../../platform/config/settings-error';
import { reasonOf } from '../reason';
import { developerDocs } from './developer-docs';

/** @returns the page for developers, or where it was written. It reads the settings alone. */
export async function runDeveloperDocsCommand(
  environment: NodeJS.ProcessEnv,
  _clock: Clock,
  { out }: { out?: string },
): Promise<string> {
  const page = developerDocs(readSettings(environment));
  if (out === undefined) return page;
  const target = resolve(out);
  replaceFile(target, page);
  return `wrote ${target}\n`;
}

/** By a rename: a full disk leaves the page of before. */
function replaceFile(target: string, content: string): void {
  const draft = `${target}.${process.pid}.part`;
  try {
    writeFileSync(draft, content, { flag: 'wx' });
    renameSync(draft, target);
  } catch (error) {
    throw new StartError(`${target} cannot be written: ${reasonOf(error)}`, { cause: error });
  } finally {
    rmSync(draft, { force: true });
  }
}

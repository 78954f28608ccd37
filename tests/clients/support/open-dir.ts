import { chmodSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A folder for a program that may run as another user, who cannot enter the run's own folder. */
export function freshOpenDir(): string {
  const folder = mkdtempSync(join(tmpdir(), 'consentry-open-'));
  chmodSync(folder, 0o777);
  return folder;
}

import { readFileSync } from 'node:fs';
import type { Complain } from './json-setting';
import { spellSystemError } from './system-error';
import { quoted } from './url-setting';

/** @returns `null` where the setting is not set. */
export function readSettingFile<Entry>(
  file: string | undefined,
  read: (json: string, complain: Complain) => Entry[],
  complain: Complain,
): Entry[] | null {
  if (file === undefined) return null;
  const json = contentOf(file, complain);
  return json === null ? [] : read(json, complain);
}

/** Reads a secret as containers and systemd have it: a file, whose last line may end. */
export function readSecretFile(file: string, complain: Complain): string | undefined {
  const secret = contentOf(file, complain)?.replace(/\r?\n$/, '');
  if (secret === '') complain(`${quoted(file)} is empty`);
  return secret || undefined;
}

/** @returns `null` after a complaint. */
function contentOf(file: string, complain: Complain): string | null {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    complain(`${quoted(file)} cannot be read: ${spellSystemError(error)}`);
    return null;
  }
}

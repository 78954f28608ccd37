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
  let json: string;
  try {
    json = readFileSync(file, 'utf8');
  } catch (error) {
    complain(`${quoted(file)} cannot be read: ${spellSystemError(error)}`);
    return [];
  }
  return read(json, complain);
}

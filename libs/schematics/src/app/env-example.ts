import { posix } from 'node:path';

import type { Tree } from '@angular-devkit/schematics';

/** Adds the settings that the app's example does not name yet. @param root the app's folder. */
export function addToEnvExample(
  tree: Tree,
  root: string,
  settings: Readonly<Record<string, { value: string; means: string }>>,
): void {
  const file = posix.join(root, '.env.example');
  const text = tree.exists(file) ? tree.readText(file) : '';
  const newline = text.includes('\r\n') ? '\r\n' : '\n';
  const lines = Object.entries(settings)
    .filter(([name]) => !new RegExp(`^\\s*#?\\s*(export )?${name}=`, 'm').test(text))
    .flatMap(([name, { value, means }]) => [`# ${means}`, `${name}=${value}`]);
  if (lines.length === 0) return;
  const added = lines.map((line) => line + newline).join('');
  if (text === '') tree.create(file, added);
  else tree.overwrite(file, text + (text.endsWith('\n') ? '' : newline) + added);
}

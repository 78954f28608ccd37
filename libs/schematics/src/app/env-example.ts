import type { Tree } from '@angular-devkit/schematics';

const FILE = '.env.example';

/** Adds the settings that the app's example does not name yet. */
export function addToEnvExample(
  tree: Tree,
  settings: Readonly<Record<string, { value: string; means: string }>>,
): void {
  const text = tree.exists(FILE) ? tree.readText(FILE) : '';
  const newline = text.includes('\r\n') ? '\r\n' : '\n';
  const lines = Object.entries(settings)
    .filter(([name]) => !new RegExp(`^\\s*#?\\s*(export )?${name}=`, 'm').test(text))
    .flatMap(([name, { value, means }]) => [`# ${means}`, `${name}=${value}`]);
  if (lines.length === 0) return;
  const added = lines.map((line) => line + newline).join('');
  if (text === '') tree.create(FILE, added);
  else tree.overwrite(FILE, text + (text.endsWith('\n') ? '' : newline) + added);
}

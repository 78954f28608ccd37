import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { Injectable } from '@nestjs/common';
import { Assets } from '../assets/assets';

/** Copied from the build of apps/console; nothing of it is imported. */
const FOLDER = join(__dirname, '../../../dist/console');
const ENTRY = 'src/main.tsx';

export interface ConsoleEntry {
  /** The last imports the others, which browsers fetch beside it. */
  modules: readonly string[];
  sheets: readonly string[];
}

type Manifest = Readonly<Record<string, { file: string; css?: string[]; imports?: string[] }>>;

/** The console as it was built ahead, among the assets. */
@Injectable()
export class ConsoleBuild {
  /** The files that a page loads first; `null`: the console was not built. */
  readonly entry: ConsoleEntry | null;

  constructor(assets: Assets) {
    const manifest = join(FOLDER, 'manifest.json');
    this.entry = existsSync(manifest) ? entryOf(JSON.parse(readFileSync(manifest, 'utf8')) as Manifest) : null;
    if (this.entry === null) return;
    // Its chunks import each other by names that hold a hash of their content already.
    for (const name of readdirSync(join(FOLDER, 'files')))
      assets.add(name, readFileSync(join(FOLDER, 'files', name)), name);
  }
}

function entryOf(manifest: Manifest): ConsoleEntry | null {
  const entry = manifest[ENTRY];
  if (entry === undefined) return null;
  const imported = (entry.imports ?? []).flatMap((name) => manifest[name]?.file ?? []);
  return { modules: [...imported, entry.file].map(nameOf), sheets: (entry.css ?? []).map(nameOf) };
}

const nameOf = (path: string) => path.slice(path.lastIndexOf('/') + 1);

import { join, resolve } from 'node:path';
import { isUrl } from '../../protocol/text/is-url';
import type { DatabaseSettings } from './settings';

/** Reads `DATABASE_URL`; without one, the SQLite file in the data folder. */
export function readDatabase(
  { url, poolSize }: { url: string | undefined; poolSize: number },
  dataDir: string,
  complain: (problem: string) => void,
): DatabaseSettings {
  if (url === undefined) return { engine: 'sqlite', file: join(dataDir, 'auth.sqlite') };
  const path = /^sqlite:(?!:memory:)(.+)$/.exec(url)?.[1];
  if (path !== undefined) return { engine: 'sqlite', file: resolve(path) };
  // The value is not repeated: it may hold a password.
  if (!/^postgres(ql)?:\/\/.+/.test(url) || !isUrl(url))
    complain('must be sqlite:<path to a file> or postgres://<user>:<password>@<host>/<database>');
  return { engine: 'postgres', url: withoutName(url), poolSize };
}

/** Connections bear a name of ours: by it `move` and `restore` know that a server runs. */
function withoutName(url: string): string {
  if (!isUrl(url)) return url;
  const parsed = new URL(url);
  if (!parsed.searchParams.has('application_name')) return url;
  parsed.searchParams.delete('application_name');
  return parsed.href;
}

import { join, resolve } from 'node:path';
import { isUrl } from '../../protocol/text/is-url';
import type { Complain } from './json-setting';
import type { DatabaseSettings } from './settings';

// The value is not repeated: it may hold a password.
const WRONG =
  'must be sqlite:<path to a file> or postgres://<user>:<password>@<host>/<database>; ?host=<folder> names the folder of a Unix socket';
const SEVERAL =
  'names several hosts; it must name one: an address that reaches the primary, such as a name, a virtual IP, a proxy or PgBouncer';

const HOST = /^postgres(?:ql)?:\/\/(?:[^/?#]*@)?([^/?#@]*)/;

/** Reads `DATABASE_URL`; without one, the SQLite file in the data folder. */
export function readDatabase(
  { url, poolSize }: { url: string | undefined; poolSize: number },
  dataDir: string,
  complain: Complain,
): DatabaseSettings {
  if (url === undefined) return { engine: 'sqlite', file: join(dataDir, 'auth.sqlite') };
  const path = /^sqlite:(?!:memory:)(.+)$/.exec(url)?.[1];
  if (path !== undefined) return { engine: 'sqlite', file: resolve(path) };
  return { engine: 'postgres', url: readPostgres(url, complain), poolSize };
}

/** Writes the host of a query in its place, where `URL`, `pg` and libpq all find it: `postgres://%2Frun%2Fpostgresql/…`. */
function readPostgres(text: string, complain: Complain): string {
  // Beside a user `URL` demands a host.
  const url = parse(text) ?? parse(text.replace(/@(?=[:/])/, '@localhost'));
  const host = url?.searchParams.get('host') ?? '';
  if (`${HOST.exec(text)?.[1]}${host}`.includes(',')) complain(SEVERAL);
  else if (!/^postgres(ql)?:\/\/.+/.test(text) || (host === '' && !isUrl(text))) complain(WRONG);
  // Connections bear a name of ours: by it `move` and `restore` know that a server runs.
  if (url === null || (host === '' && !url.searchParams.has('application_name'))) return text;
  if (host !== '') url.hostname = encodeURIComponent(host);
  for (const name of ['host', 'application_name']) url.searchParams.delete(name);
  // libpq takes no + for a blank.
  url.search = url.search.replaceAll('+', '%20');
  return url.href;
}

const parse = (text: string) => (isUrl(text) ? new URL(text) : null);

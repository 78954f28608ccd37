import type Database from 'better-sqlite3';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { StartError } from '../../config/settings-error';

type Driver = typeof Database;

const load = createRequire(__filename);
let driver: Driver | undefined;

/**
 * The SQLite driver, loaded when the first file is opened: with PostgreSQL it may be missing (ADR 65).
 *
 * @throws StartError saying how to build it.
 */
export function sqliteDriver(): Driver {
  driver ??= loaded();
  return driver;
}

/** @throws StartError without the driver, or an error of SQLite. */
export const openFile = (file: string, options?: Database.Options) => new (sqliteDriver())(file, options);

function loaded(): Driver {
  try {
    const Driver = load('better-sqlite3') as Driver;
    // Only a connection loads the addon, which npm builds when it installs.
    new Driver(':memory:').close();
    return Driver;
  } catch (error) {
    throw new StartError(explain(error as NodeJS.ErrnoException), { cause: error, help: 'sqlite-driver' });
  }
}

const explain = (error: NodeJS.ErrnoException) =>
  [
    `the SQLite driver ${cureOf(error)}`,
    'to have npm build it when it installs: "allowScripts": { "better-sqlite3": true } in package.json, no ignore-scripts',
    'to do without SQLite: DATABASE_URL=postgres://<user>:<password>@<host>/<database>',
  ].join('\n');

/** npm runs install scripts or not by its version and settings; `npm run install` obeys none of them. */
function cureOf({ code }: NodeJS.ErrnoException): string {
  const folder = folderOf('better-sqlite3');
  // npm leaves an optional package out when its install script fails.
  if (folder === undefined)
    return (
      'is not installed: npm left it out, or had no Python, make and C++ compiler to build it. ' +
      `To install it: npm install better-sqlite3 --prefix ${join(folderOf('typeorm') ?? '', '../..')}`
    );
  const isBuilt = code === 'ERR_DLOPEN_FAILED';
  const why = isBuilt
    ? `is built for another Node or system than this ${process.version}`
    : 'is not built, as npm ran no install script';
  return `${why}. To build it: npm run install --prefix ${folder}`;
}

const folderOf = (name: string) =>
  load.resolve
    .paths(name)
    ?.map((folder) => join(folder, name))
    .find((folder) => existsSync(folder));

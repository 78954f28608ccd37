import { closeFile, openFile } from '@consentry/typeorm-node-sqlite';
import { closeSync, openSync, readSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Settings } from '../../../platform/config/settings';
import { spellSystemError } from '../../../platform/config/system-error';
import { firstValue } from '../../../platform/database/sqlite/first-value';
import { reasonOf } from '../../reason';

export interface BackupFacts {
  folder: string;
  /** Why the folder cannot be read. */
  fault: string | null;
  newest: { file: string; madeAt: number; isPrivate: boolean; problem: string | null } | null;
  hasMasterKey: boolean;
}

/** How files of `npm run backup` and of `pg_dump --format=custom` begin. */
const MAGIC = { sqlite: 'SQLite format 3\0', postgres: 'PGDMP' };

/** @param check the database's check value of its master key. */
export function lookAtBackups(folder: string, settings: Settings, check: string | null): BackupFacts {
  try {
    const names = readdirSync(folder);
    const files = names
      .map((name) => join(folder, name))
      .filter((file) => beginsWith(file, MAGIC[settings.database.engine]));
    const newest = files.map(describe).sort((one, other) => other.madeAt - one.madeAt)[0];
    const problem = newest === undefined ? null : problemOf(newest.file, settings, check);
    return {
      folder,
      fault: null,
      newest: newest === undefined ? null : { ...newest, problem },
      hasMasterKey: names.some((name) => /^master\.key/.test(name)),
    };
  } catch (error) {
    return { folder, fault: spellSystemError(error), newest: null, hasMasterKey: false };
  }
}

function describe(file: string) {
  const { mtimeMs, mode } = statSync(file);
  return { file, madeAt: mtimeMs, isPrivate: (mode & 0o077) === 0 };
}

function beginsWith(file: string, magic: string): boolean {
  if (!statSync(file).isFile()) return false;
  const start = Buffer.alloc(magic.length);
  const descriptor = openSync(file, 'r');
  try {
    return readSync(descriptor, start) === magic.length && start.equals(Buffer.from(magic));
  } finally {
    closeSync(descriptor);
  }
}

/** Why the present master key does not restore it. A dump of PostgreSQL is not looked into. */
function problemOf(file: string, { database }: Settings, check: string | null): string | null {
  if (database.engine === 'postgres') return null;
  try {
    const db = openFile(file, { readonly: true, fileMustExist: true });
    try {
      const value = firstValue(db, 'SELECT value FROM master_key_checks');
      return value === check ? null : 'it was made with another master key';
    } finally {
      closeFile(db);
    }
  } catch (error) {
    return reasonOf(error);
  }
}

import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chownSync, cpSync, mkdtempSync, statfsSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { findPostgresBinaries } from './binaries';
import { PostgresGuard } from './guard';
import { canEnter, findOpenFolder, findOwner, type Owner } from './owner';

/** In memory a database of 300 files takes 10 ms to make, on a disk 40 to 300. */
const MEMORY = '/dev/shm';
const ROOM = 4 * 1024 ** 3;

const SUPERUSER = 'postgres';

export interface FolderOptions {
  /** On a disk with `fsync`: what is acknowledged survives a power loss. */
  durable?: boolean;
  bin?: string;
  /** The folder of the write-ahead log; default in the data folder. */
  wal?: string;
}

/** A folder with an initialised cluster. */
export interface PostgresFolder {
  path: string;
  data: string;
  bin: string;
  /** User and password, as in a URL. */
  login: string;
  /** Options of `spawn` for its programs. */
  as: Owner & { cwd: string; env: NodeJS.ProcessEnv };
  guard: PostgresGuard;
}

export function makePostgresFolder({ durable = false, bin, wal }: FolderOptions): Promise<PostgresFolder> {
  const password = randomBytes(16).toString('hex');
  const parent = findParent(findOwner(), durable);
  return makeFolder(parent, findPostgresBinaries(bin), `${SUPERUSER}:${password}`, async (folder) => {
    const file = join(folder.path, 'password');
    writeFileSync(file, password);
    own(folder.as, file);
    await initdb(folder, wal ? [`--waldir=${wal}`] : []);
  });
}

/** A copy of a cluster that is stopped. */
export function copyPostgresFolder({ path, data, bin, login, as }: PostgresFolder): Promise<PostgresFolder> {
  return makeFolder(dirname(path), bin, login, async (copy) => {
    await promisify(execFile)('cp', ['-a', data, copy.data], as);
  });
}

async function makeFolder(
  parent: string,
  bin: string,
  login: string,
  fill: (folder: PostgresFolder) => Promise<void>,
): Promise<PostgresFolder> {
  const owner = findOwner();
  const path = mkdtempSync(join(parent, 'consentry-pg-'));
  const guard = new PostgresGuard(path);
  try {
    own(owner, path);
    const as = { ...owner, cwd: path, env: { ...process.env, LC_ALL: 'C', TZ: 'UTC' } };
    const folder = { path, data: join(path, 'data'), bin: reachable(bin, path, owner), login, as, guard };
    await fill(folder);
    return folder;
  } catch (error) {
    await guard.dismiss();
    throw error;
  }
}

function own({ uid, gid = uid }: Owner, path: string): void {
  if (uid && gid) chownSync(path, uid, gid);
}

/**
 * Memory if there is plenty, since a run's databases stay until its end; never a folder that the owner cannot enter.
 */
function findParent(owner: Owner, durable: boolean): string {
  const inMemory = !durable && hasRoom(MEMORY) && canEnter(owner, MEMORY);
  return inMemory ? MEMORY : findOpenFolder(owner);
}

function hasRoom(folder: string): boolean {
  try {
    const { bavail, bsize } = statfsSync(folder);
    return Math.min(bavail * bsize, process.availableMemory()) >= ROOM;
  } catch {
    return false;
  }
}

/** The binaries, or a copy if the owner cannot enter their folder (root's home). */
function reachable(bin: string, path: string, owner: Owner): string {
  if (canEnter(owner, bin)) return bin;
  const copy = join(path, 'release');
  cpSync(dirname(bin), copy, { recursive: true, verbatimSymlinks: true });
  return join(copy, 'bin');
}

async function initdb({ bin, path, data, as }: PostgresFolder, more: string[]): Promise<void> {
  const login = [`--username=${SUPERUSER}`, `--pwfile=${join(path, 'password')}`, '--auth=scram-sha-256'];
  const content = ['--encoding=UTF8', '--locale=C', '--no-sync', '--no-instructions'];
  await promisify(execFile)(join(bin, 'initdb'), [`--pgdata=${data}`, ...login, ...content, ...more], as);
}

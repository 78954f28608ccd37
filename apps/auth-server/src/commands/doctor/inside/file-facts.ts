import { type Stats, readFileSync, statSync, statfsSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Settings } from '../../../platform/config/settings';
import { keyFileIn } from '../../../model/keys/master-key';

export interface FileFacts {
  /** Files and folders of the server that others than its user may read or write. */
  open: readonly string[];
  /** `null`: there is none, or it cannot be read. */
  masterKey: Buffer | null;
  /** The file system under the SQLite file is reached over a network. */
  isRemote: boolean;
  /** Of the file system under the data; `null`: not known. */
  freeBytes: number | null;
}

/** Magic numbers of Linux: NFS, SMB, SMB2, CIFS, AFS, Ceph. */
const REMOTE = [0x6969, 0x517b, 0xfe534d42, 0xff534d42, 0x5346414f, 0x00c36400];
const OTHERS = 0o077;

export function lookAtFiles({ dataDir, database, masterKey }: Settings): FileFacts {
  const keyFile = keyFileIn(dataDir);
  const files = database.engine === 'sqlite' ? [database.file, `${database.file}-wal`] : [];
  const open = [dataDir, ...(masterKey === null ? [keyFile] : []), ...files].filter((file) => isOpen(statOf(file)));
  const disk = diskOf(database.engine === 'sqlite' ? dirname(database.file) : dataDir);
  return {
    open,
    masterKey: masterKey ?? readKey(keyFile),
    isRemote: database.engine === 'sqlite' && disk !== null && REMOTE.includes(disk.type),
    freeBytes: disk === null ? null : disk.bavail * disk.bsize,
  };
}

const isOpen = (stats: Stats | null) => stats !== null && (stats.mode & OTHERS) !== 0;

const statOf = (file: string) => orNull(() => statSync(file));
const diskOf = (folder: string) => orNull(() => statfsSync(folder));
const readKey = (file: string) => orNull(() => Buffer.from(readFileSync(file, 'utf8').trim(), 'base64url'));

function orNull<T>(look: () => T): T | null {
  try {
    return look();
  } catch {
    return null;
  }
}

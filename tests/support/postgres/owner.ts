import { spawnSync } from 'node:child_process';
import { tmpdir } from 'node:os';

/** User options of `spawn`; empty for the current user. */
export interface Owner {
  uid?: number;
  gid?: number;
}

const STAND_INS = ['postgres', 'nobody'];

/** The owner of a cluster: PostgreSQL refuses root. */
export function findOwner(): Owner {
  if (process.getuid?.() !== 0) return {};
  for (const name of STAND_INS) {
    const [uid, gid] = ['-u', '-g'].map((flag) => spawnSync('id', [flag, name], { encoding: 'utf8' }));
    if (uid?.status === 0 && gid?.status === 0) return { uid: Number(uid.stdout), gid: Number(gid.stdout) };
  }
  throw new Error(`PostgreSQL does not run as root, and none of the users ${STAND_INS.join(', ')} exists to run it.`);
}

/** Whether the owner may enter a folder and all above it. */
export const canEnter = (owner: Owner, folder: string) =>
  spawnSync('sh', ['-c', 'cd "$0"', folder], { ...owner, cwd: '/' }).status === 0;

/** A folder in which the owner may have one. */
export const findOpenFolder = (owner: Owner) =>
  [tmpdir(), '/tmp'].find((folder) => canEnter(owner, folder)) ?? tmpdir();

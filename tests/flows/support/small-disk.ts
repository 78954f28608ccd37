import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, mkdtempSync, rmSync, rmdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findOwner } from '@consentry/test-support/postgres/owner';

/** Waits for the end of the tests' process or of its input, then unmounts. */
const SCRIPT = `trap '' HUP INT TERM; cat > /dev/null; umount -l "$0"; rmdir "$0"`;

const PIECE = 1024 ** 2;

/** A small file system in memory that a test fills; it goes with the process that made it. */
export class SmallDisk {
  private readonly pieces: string[] = [];

  private constructor(
    readonly path: string,
    private readonly guard: ChildProcess,
  ) {}

  /** @returns undefined where mounting is not permitted: on Linux root may, outside most containers. */
  static make(megabytes: number): SmallDisk | undefined {
    const path = mkdtempSync(join(tmpdir(), 'consentry-disk-'));
    try {
      execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=700`, 'consentry', path], {
        stdio: 'ignore',
      });
    } catch {
      rmdirSync(path);
      return undefined;
    }
    const { uid = 0, gid = 0 } = findOwner();
    chownSync(path, uid, gid);
    const guard = spawn('sh', ['-c', SCRIPT, path], { detached: true, stdio: ['pipe', 'ignore', 'ignore'], cwd: '/' });
    return new SmallDisk(path, guard);
  }

  /** Writes until no byte fits. */
  fill(): void {
    for (let size = PIECE; size >= 1; size = size > 1 ? Math.floor(size / 16) : 0)
      while (this.write(Buffer.alloc(size)));
  }

  free(): void {
    for (const piece of this.pieces.splice(0)) rmSync(piece);
  }

  async remove(): Promise<void> {
    const gone = once(this.guard, 'exit');
    this.guard.stdin!.end();
    await gone;
  }

  private write(bytes: Buffer): boolean {
    const piece = join(this.path, `piece-${this.pieces.length}`);
    this.pieces.push(piece);
    try {
      writeFileSync(piece, bytes);
      return true;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
      return false;
    }
  }
}

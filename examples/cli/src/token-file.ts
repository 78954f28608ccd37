import { mkdir, open, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

export interface Tokens {
  accessToken: string;
  refreshToken: string | undefined;
  /** Milliseconds since 1970. */
  expiresAt: number;
}

/** Tokens in a file that only its owner can read. */
export class TokenFile {
  constructor(private readonly path: string) {}

  async read(): Promise<Tokens | undefined> {
    try {
      return JSON.parse(await readFile(this.path, 'utf8')) as Tokens;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
      throw new Error(`${this.path} cannot be read; delete it to sign in again`, { cause: error });
    }
  }

  /** Replaces the tokens under a lock: a refresh token is used once, so two runs must not refresh at the same moment. */
  async change(next: (stored: Tokens | undefined) => Promise<Tokens>): Promise<Tokens> {
    await mkdir(dirname(this.path), { recursive: true, mode: 0o700 });
    const lock = `${this.path}.lock`;
    await takeLock(lock);
    try {
      const tokens = await next(await this.read());
      // Another run reads the old tokens or the new ones, never a part.
      await writeFile(`${this.path}.new`, JSON.stringify(tokens), { mode: 0o600 });
      await rename(`${this.path}.new`, this.path);
      return tokens;
    } finally {
      await rm(lock);
    }
  }

  async remove(): Promise<void> {
    await rm(this.path, { force: true });
  }
}

/** Waits ten seconds at most while another run holds the lock. */
async function takeLock(lock: string): Promise<void> {
  for (let tries = 0; tries < 100; tries += 1) {
    try {
      return await (await open(lock, 'wx')).close();
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
      await wait(100);
    }
  }
  throw new Error(`another run holds ${lock}; delete it if none is running`);
}

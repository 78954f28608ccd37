import { realpathSync, statSync } from 'node:fs';

/**
 * The file that a connection has open. Where its path leads nowhere or to another file, SQLite goes on writing without
 * an error, and all of that is lost when the process ends.
 */
export class OpenedFile {
  private readonly identity: string;

  private constructor(readonly path: string) {
    this.identity = identityOf(path) ?? '';
  }

  /** Just opened: the path leads to it. */
  static at(path: string): OpenedFile {
    return new OpenedFile(realpathSync(path));
  }

  isInPlace(): boolean {
    return identityOf(this.path) === this.identity;
  }
}

function identityOf(path: string): string | null {
  try {
    const { dev, ino } = statSync(path, { bigint: true });
    return `${dev} ${ino}`;
  } catch {
    return null;
  }
}

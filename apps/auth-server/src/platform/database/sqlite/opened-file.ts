import { realpathSync, statSync } from 'node:fs';

/**
 * The file that a connection has open. If its path names no file or another one, SQLite writes on without an error, and
 * those writes are lost when the process ends (ADR 15).
 */
export class OpenedFile {
  private readonly identity: string;

  private constructor(readonly path: string) {
    this.identity = identityOf(path) ?? '';
  }

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

import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { freshDatabase } from '../postgres/databases';
import { runWell } from '../server/command';
import { databaseSettingsOf, databaseUrlOf, engine, withDatabase } from '../server/engine';
import { TestServer, freshDir } from '../server/server';

interface RestoreOptions {
  /** The database that went on is not there any more. */
  lost?: boolean;
  keepRoles?: boolean;
}

/** A server whose database is backed up, goes on, and is replaced by the backup. */
export class Restorable {
  /** A file, or the URL of a database as pg_restore fills it. */
  private saved = '';

  private constructor(
    public server: TestServer,
    private readonly env: Record<string, string>,
  ) {}

  static async start(env: Record<string, string> = {}): Promise<Restorable> {
    return new Restorable(await TestServer.start({ env }), env);
  }

  async backup(): Promise<void> {
    const { dataDir } = this.server;
    if (engine === 'sqlite') {
      this.saved = join(freshDir(), 'backup.sqlite');
      await runWell('backup', [this.saved], { DATA_DIR: dataDir });
    } else {
      await this.server.stop();
      this.saved = await freshDatabase({ template: new URL(await databaseUrlOf(dataDir)).pathname.slice(1) });
      await this.server.restart(this.env);
    }
  }

  /** @returns the command's output. */
  async restore({ lost = false, keepRoles = false }: RestoreOptions = {}): Promise<string> {
    const { dataDir } = this.server;
    await this.server.stop();
    const given = [...(await this.place(dataDir, lost)), ...(keepRoles ? ['--keep-roles'] : [])];
    const stdout = await runWell('restore', given, {
      DATA_DIR: dataDir,
      ...(await databaseSettingsOf(dataDir)),
      // A port without a server.
      PORT: '1',
    });
    await this.server.restart(this.env);
    return stdout;
  }

  /** Puts a copy of the database in its place where that is not the command's work. @returns what the command is given. */
  private async place(dataDir: string, lost: boolean): Promise<string[]> {
    if (engine === 'sqlite') {
      if (lost)
        for (const suffix of ['', '-wal', '-shm']) rmSync(join(dataDir, `auth.sqlite${suffix}`), { force: true });
      return [this.saved];
    }
    const replaced = await databaseUrlOf(dataDir);
    withDatabase(dataDir, await freshDatabase({ template: new URL(this.saved).pathname.slice(1) }));
    return lost ? ['--yes'] : ['--yes', '--replaced', replaced];
  }
}

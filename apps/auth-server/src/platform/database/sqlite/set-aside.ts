import { existsSync, readdirSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

const prefix = (file: string, why: 'moved' | 'replaced') => `${file}.${why}-`;

/** The name of a database file that a command put aside. @param now epoch milliseconds. */
export const asideName = (file: string, why: 'moved' | 'replaced', now: number) =>
  prefix(file, why) + new Date(now).toISOString().replaceAll(':', '');

/** Without its `DATABASE_URL` a server would create an empty database beside the one that was moved. @throws Error */
export function assertNotMoved(file: string): void {
  const folder = dirname(file);
  if (existsSync(file) || !existsSync(folder)) return;
  const moved = readdirSync(folder).find((name) => name.startsWith(prefix(basename(file), 'moved')));
  if (moved === undefined) return;
  const kept = join(folder, moved);
  throw new Error(`it was moved to PostgreSQL; set its DATABASE_URL, or remove ${kept} to start over`);
}

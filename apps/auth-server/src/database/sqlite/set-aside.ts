import { existsSync, readdirSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

const MOVED = '.moved-';

/** How a file is called that `npm run move` has put aside. @param now epoch milliseconds. */
export const movedName = (file: string, now: number) =>
  `${file}${MOVED}${new Date(now).toISOString().replaceAll(':', '')}`;

/** A server without its `DATABASE_URL` would begin an empty database beside the one that was moved. @throws Error */
export function assertNotMoved(file: string): void {
  const folder = dirname(file);
  if (existsSync(file) || !existsSync(folder)) return;
  const moved = readdirSync(folder).find((name) => name.startsWith(basename(file) + MOVED));
  if (moved === undefined) return;
  const kept = join(folder, moved);
  throw new Error(`it was moved to PostgreSQL; give its DATABASE_URL, or take ${kept} away to begin anew`);
}

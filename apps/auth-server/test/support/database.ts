import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { Account } from '../../src/accounts/account.entity';
import { newDataSource, openDataSource } from '../../src/database/data-source';
import { freshDir } from './server';

export const freshFile = () => join(freshDir(), 'auth.sqlite');

/** A data source as the server opens it. */
export const openFile = (file = freshFile()) => openDataSource(newDataSource(file));

/** A row to write; its name is unique among accounts. */
export const newAccount = (name: string): Account => ({
  id: `id-${name}`,
  email: name,
  emailKey: name,
  name,
  passwordHash: null,
  issuer: null,
  subject: null,
  createdAt: 1,
  closedAt: null,
});

/** The same row for a unit. */
export const INSERT_ACCOUNT = 'INSERT INTO accounts (id, email_key, created_at) VALUES (?, ?, 1)';

/** Another process that holds SQLite's write lock on a file. @returns what lets go of it. */
export async function holdWriteLock(file: string): Promise<() => Promise<void>> {
  const child = fork(join(__dirname, 'write-lock.cjs'), [file]);
  await once(child, 'message');
  return async () => {
    const gone = once(child, 'exit');
    child.send('let go');
    await gone;
  };
}

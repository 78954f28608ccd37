import { join } from 'node:path';
import type { Account } from '../src/model/accounts/account.entity';
import { ENTITIES } from '../src/model/entities';
import { openSqlite } from '../src/platform/database/sqlite/sqlite-data-source';
import { freshDir } from '@consentry/test-support/server/server';

export const freshFile = () => join(freshDir(), 'auth.sqlite');

export const openFile = (file = freshFile()) => openSqlite(file, ENTITIES);

export const newAccount = (name: string): Account => ({
  id: `id-${name}`,
  email: name,
  emailKey: name,
  emailVerifiedAt: null,
  name,
  passwordHash: null,
  issuer: null,
  subject: null,
  claims: null,
  createdAt: 1,
  developerSince: null,
  adminSince: null,
  disabledAt: null,
  closedAt: null,
});

/** The same row for a unit of work. */
export const INSERT_ACCOUNT = 'INSERT INTO accounts (id, email_key, created_at) VALUES (?, ?, 1)';

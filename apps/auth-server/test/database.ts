import { join } from 'node:path';
import { ENTITIES } from '../src/model/entities';
import { openSqlite } from '../src/platform/database/sqlite/sqlite-data-source';
import { freshDir } from '@consentry/test-support/server/server';

export const freshFile = () => join(freshDir(), 'auth.sqlite');

export const openFile = (file = freshFile()) => openSqlite(file, ENTITIES);

export const INSERT_ACCOUNT = 'INSERT INTO accounts (id, email_key, created_at) VALUES (?, ?, 1)';

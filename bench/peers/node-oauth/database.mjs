import { createHash } from 'node:crypto';
import Database from 'better-sqlite3';

const SCHEMA = `
  CREATE TABLE sessions (token TEXT PRIMARY KEY, account TEXT NOT NULL);
  CREATE TABLE clients (id TEXT PRIMARY KEY, secret_hash BLOB NOT NULL, redirect_uri TEXT NOT NULL);
  CREATE TABLE codes (
    code TEXT PRIMARY KEY, client_id TEXT NOT NULL, account TEXT NOT NULL, redirect_uri TEXT NOT NULL,
    scope TEXT NOT NULL, code_challenge TEXT, code_challenge_method TEXT, expires_at INTEGER NOT NULL
  );
  CREATE TABLE refresh_tokens (
    token TEXT PRIMARY KEY, client_id TEXT NOT NULL, account TEXT NOT NULL, scope TEXT NOT NULL, expires_at INTEGER NOT NULL
  )`;

export const sha256 = (text) => createHash('sha256').update(text).digest();

/** WAL with synchronous=NORMAL and one application; @returns the prepared statements. */
export function openDatabase(file) {
  const db = new Database(file);
  db.pragma('journal_mode = WAL');
  db.pragma('synchronous = NORMAL');
  db.exec(SCHEMA);
  db.prepare('INSERT INTO clients VALUES (?, ?, ?)').run(
    'benchmark',
    sha256('benchmark-secret-benchmark-secret-benchmark'),
    'https://client.example.com/callback',
  );
  return {
    client: db.prepare('SELECT * FROM clients WHERE id = ?'),
    session: db.prepare('SELECT account FROM sessions WHERE token = ?'),
    addSession: db.prepare('INSERT INTO sessions VALUES (?, ?)'),
    code: db.prepare('SELECT * FROM codes WHERE code = ?'),
    addCode: db.prepare('INSERT INTO codes VALUES (?, ?, ?, ?, ?, ?, ?, ?)'),
    removeCode: db.prepare('DELETE FROM codes WHERE code = ?'),
    token: db.prepare('SELECT * FROM refresh_tokens WHERE token = ?'),
    addToken: db.prepare('INSERT INTO refresh_tokens VALUES (?, ?, ?, ?, ?)'),
    removeToken: db.prepare('DELETE FROM refresh_tokens WHERE token = ?'),
  };
}

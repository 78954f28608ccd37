import { pageOf } from '../platform/config/help-page';

// What `consentry <command> --help` says below the options.

export const ON_DATABASE = 'DATA_DIR or DATABASE_URL name the database: set them as for the server';

export const IN_A_CLONE = `
In a clone: npm run <command> -- <arguments>`;

export const ACCOUNT = `
A password has 8 to 256 characters, and is neither a common one nor the name or email of the account. On a terminal the
command asks for it; otherwise it reads standard input.
${ON_DATABASE}, which may be running.`;

export const KEYS = `
Set DATABASE_URL or DATA_DIR, MASTER_KEY, ACCESS_TOKEN_ALG, ACCESS_TOKEN_TTL and KEY_* as for the server. Servers may be
running, except for replace-master-key. It replaces MASTER_KEY with NEW_MASTER_KEY, or the file in DATA_DIR with a random key.`;

export const RESTORE = `
Stop the server first. On SQLite: replaces the database with a file that backup wrote, and keeps the old one next to
it. On PostgreSQL, after pg_restore, without a file. On both, all sessions, codes, mailed links and tokens end, new keys
sign, and every service refuses every access token issued before. What the replaced database shows as closed, switched
off or deleted stays that way. Developers and administrators lose their roles unless --keep-roles is given.
DATA_DIR or DATABASE_URL name the database, MASTER_KEY or DATA_DIR the master key: set them as for the server.`;

export const MIGRATE = `
Servers of the previous version may be running: they keep running, but cannot start again. A server does the same when
it starts; run this before, as a Job, where replicas should find it done. Exits with 0 even if there is nothing to do.
DATA_DIR or DATABASE_URL name the database: set them as for the server. A missing database is created.`;

export const MOVE = `
Stop the server first. Copies all rows into the empty PostgreSQL database that DATABASE_URL names, and renames the file.
Sessions and tokens stay valid.
MASTER_KEY or DATA_DIR name the master key, which stays the same: set them as for the server.`;

export const DOCTOR = `
Checks one clause after another (${pageOf('doctor.md')}), and changes nothing. It also checks from inside, with the settings of the server
(AUTH_URL, DATABASE_URL or DATA_DIR, MASTER_KEY ...).
Exits with 0 if nothing fails, 1 if something does, 2 if it was called incorrectly.`;

export const DEVELOPER_DOCS = `
Prints Markdown from these settings only: AUTH_URL, BRAND_NAME, RESOURCES_FILE, the lifetimes and others, as for the
server. It needs neither a running server nor the database. Without BRAND_NAME the page names the host of AUTH_URL.`;

export const SETTINGS = `
Needs neither a database nor valid settings, and reads none of their values (${pageOf('settings.md')}).`;

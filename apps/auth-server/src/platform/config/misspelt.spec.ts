import { readSettings } from './read-settings';

/** What shells, systemd, containers, Kubernetes, PostgreSQL and other programs set. */
const USUAL =
  `PATH HOME HOST HOSTNAME PORT PORTS HTTP_PORT PGPORT PGHOST PGUSER PGPASSWORD PGDATABASE PGSSLMODE USER LOGNAME
  SHELL MAIL LANG LANGUAGE LC_ALL TERM PWD OLDPWD SHLVL TZ TMPDIR TEMP EDITOR PAGER DISPLAY DEBUG CI NODE_ENV NODE_OPTIONS
  NODE_PATH NODE_VERSION NODE_EXTRA_CA_CERTS NODE_COMPILE_CACHE UV_THREADPOOL_SIZE YARN_VERSION HTTP_PROXY HTTPS_PROXY
  NO_PROXY http_proxy no_proxy INVOCATION_ID JOURNAL_STREAM STATE_DIRECTORY CREDENTIALS_DIRECTORY SYSTEMD_EXEC_PID
  MAINPID NOTIFY_SOCKET XDG_SESSION_ID XDG_RUNTIME_DIR DBUS_SESSION_BUS_ADDRESS SSH_AUTH_SOCK KUBERNETES_PORT
  KUBERNETES_SERVICE_HOST CONSENTRY_PORT CONSENTRY_SERVICE_HOST CONSENTRY_IMAGE HTTPS_PORT DATABASE_HOST DATABASE_PORT
  DATABASE_NAME DATABASE_USER DATABASE_PASSWORD POSTGRES_PASSWORD DB_URL API_URL APP_URL WEB_URL REDIS_URL MAIL_HOST
  MAIL_PORT MAIL_USER MAIL_PASSWORD LOG_DIR CACHE_DIR LOG_LEVEL ACCESS_TOKEN REFRESH_TOKEN SECRET_KEY CALLBACK_URL
  npm_config_cache npm_package_name INIT_CWD COLORTERM LS_COLORS _`.split(/\s+/);

const misspeltIn = (...names: string[]) =>
  readSettings(Object.fromEntries(names.map((name) => [name, 'hunter2']))).misspelt;

describe('variables that look like misspelt settings', () => {
  it.each([
    ['DATABSE_URL', 'DATABASE_URL'],
    ['DATABASE_URI', 'DATABASE_URL'],
    ['DATABASEURL', 'DATABASE_URL'],
    ['MASTERKEY', 'MASTER_KEY'],
    ['MASTER_KEY_FLIE', 'MASTER_KEY_FILE'],
    ['CORS_ORIGIN', 'CORS_ORIGINS'],
    ['TRUSTED_PROXYS', 'TRUSTED_PROXIES'],
    ['AUHT_URL', 'AUTH_URL'],
    ['SIGNUP', 'SIGN_UP'],
    ['auth_url', 'AUTH_URL'],
    ['Mail_From', 'MAIL_FROM'],
  ])('%s, for %s', (name, meant) => expect(misspeltIn(name)).toEqual({ [name]: meant }));

  it('are none of the usual ones, nor settings, nor empty', () => {
    expect(misspeltIn(...USUAL.filter((name) => name !== 'PORT'))).toEqual({});
    expect(readSettings({ BRAND_NAME: 'Notes', MAIL_FROM: 'a@example.com', DATABSE_URL: '' }).misspelt).toEqual({});
  });

  it('are ten at most', () => {
    const many = Array.from({ length: 30 }, (_, at) => `DATABASE_URL${at}`);
    expect(Object.keys(misspeltIn(...many))).toHaveLength(10);
  });
});

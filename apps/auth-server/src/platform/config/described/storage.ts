import { SHORTEST_ANNOUNCEMENT } from '../../../protocol/signing/key-schedule';
import { SIGNING_ALGORITHMS } from '../settings';
import { type Section, seconds, words } from './description';

export const DATA = {
  title: 'Data and database',
  settings: {
    DATA_DIR: {
      what: "The folder of the service's files: the SQLite database, `master.key`, and mails if there is no `MAIL_URL`. Only its owner can read it (0700, files 0600). The server leaves a folder owned by another user unchanged and logs a warning.",
      default: words('`data/auth-server`; for the example service, `data/notes-api`'),
      values: words('a path'),
      example: '/var/lib/consentry',
      since: '0.1',
      both: true,
    },
    DATABASE_URL: {
      what: 'The database: a SQLite file, or PostgreSQL, which any number of servers can share. `?host=<folder>` names the folder of a Unix socket.',
      default: words('`auth.sqlite` in `DATA_DIR`'),
      values: words('`sqlite:<path>` or `postgres://<user>:<password>@<host>/<database>`'),
      example: 'postgres://consentry:a-long-random-password@127.0.0.1:5432/consentry',
      since: '0.1',
      secret: true,
      more: [
        ['Replicas on PostgreSQL', 'how-to/postgresql.md'],
        ['What it runs on', 'databases.md'],
      ],
    },
    DATABASE_POOL_SIZE: {
      what: 'How many PostgreSQL connections each process opens at most. `max_connections` of the database must allow that for all processes together.',
      default: 10,
      values: { from: 1, to: 1_000 },
      example: '20',
      since: '0.1',
    },
    EVENTS_KEPT: {
      what: 'How long events such as sign-ins, consents and changes are kept. Users see their own events in the history of their account, and administrators see all.',
      default: 400,
      values: { from: 1, to: 36_500, unit: 'days' },
      example: '90',
      since: '0.1',
      more: [['Events', 'reference.md#events']],
    },
  },
} as const satisfies Section;

const KEY = words('32 bytes in base64url');
const SCHEDULE = [['Rotate the signing keys', 'how-to/rotate-keys.md']] as const;

export const KEYS = {
  title: 'Keys',
  settings: {
    MASTER_KEY: {
      what: 'Encrypts the secrets in the database, such as the signing keys. Keep a copy in another place: without the right key the server does not start, and a backup is worthless. All servers of one database must share the same key.',
      default: words('the file `master.key` in `DATA_DIR`, which the first start creates'),
      values: KEY,
      example: 'replace-me-by-32-random-bytes-in-base64url_',
      since: '0.1',
      secret: true,
      more: [['Replace the master key', 'how-to/rotate-keys.md']],
    },
    NEW_MASTER_KEY: {
      what: 'The key that `consentry keys replace-master-key` replaces `MASTER_KEY` with. Nothing else reads it.',
      default: words('none'),
      values: KEY,
      example: 'replace-me-by-32-random-bytes-in-base64url_',
      since: '0.1',
      secret: true,
      more: [['Replace the master key', 'how-to/rotate-keys.md']],
    },
    ACCESS_TOKEN_ALG: {
      what: 'The algorithm that signs access tokens. After a change the first new key is announced for `KEY_ANNOUNCE` before it signs, and the old key signs until then.',
      default: 'ES256',
      values: SIGNING_ALGORITHMS,
      example: 'EdDSA',
      since: '0.1',
    },
    KEY_ROTATION: {
      what: 'How long a key signs access tokens before the next one takes over. `KEY_ROTATION`, `KEY_ANNOUNCE` and `KEY_RETIRE` are the same for all processes, and such that the JWKS never holds more than a hundred keys.',
      default: 7_776_000,
      values: seconds({ but: 'more than `KEY_ANNOUNCE`' }),
      example: '2592000',
      since: '0.1',
      more: SCHEDULE,
    },
    KEY_ANNOUNCE: {
      what: 'How long a key is in the JWKS before it signs. Services may cache the JWKS for 300 seconds, and clocks differ: with a shorter time they would refuse the first tokens of a new key.',
      default: 86_400,
      values: seconds({ from: SHORTEST_ANNOUNCEMENT }),
      example: '3600',
      since: '0.1',
      more: SCHEDULE,
    },
    KEY_RETIRE: {
      what: 'How long a key stays in the JWKS after it last signed. Services refuse its tokens afterwards, so it is at least the lifetime of an access token.',
      default: words('`ACCESS_TOKEN_TTL`'),
      values: seconds({ but: 'at least `ACCESS_TOKEN_TTL`' }),
      example: '2592000',
      since: '0.1',
      more: SCHEDULE,
    },
  },
} as const satisfies Section;

import { DEVELOPERS, SUBJECTS } from '../settings';
import { type Section, seconds, words } from './description';

export const ACCOUNTS = {
  title: 'Accounts and developers',
  settings: {
    SIGN_UP: {
      what: 'Whether users can create accounts themselves. With `closed` you create them by `consentry account add`. `open` needs passwords: the start fails if `PASSWORDS` is `off`.',
      default: words('`open` on loopback with passwords, else `closed`'),
      values: ['open', 'closed'],
      example: 'closed',
      since: '0.1',
      more: [['Bring accounts along', 'how-to/bring-your-accounts.md']],
    },
    PASSWORDS: {
      what: 'Whether accounts have a password here. With `off` users sign in at your login or at a provider, and the calls for sign-up and password reset answer 403.',
      default: words('`on`, or `off` with `SIGN_IN_URL`'),
      values: ['on', 'off'],
      example: 'on',
      since: '0.1',
    },
    DEVELOPERS: {
      what: 'Which accounts may register applications: every account, or only administrators and accounts with the role, which `consentry account developer` gives. It also decides where some errors of an authorization request go: with `invited` the browser takes them back to the application.',
      default: words('`all` on loopback, else `invited`'),
      values: DEVELOPERS,
      example: 'invited',
      since: '0.1',
      more: [['Administration', 'administration.md']],
    },
  },
} as const satisfies Section;

const YOUR_USERS = ['Your users, our pages', 'how-to/your-users.md'] as const;

export const LOGIN = {
  title: 'Your login and other issuers',
  settings: {
    SIGN_IN_URL: {
      what: 'The login of your app: browsers that need a sign-in go there. The server reads the keys of your app at `SIGN_IN_URL/jwks.json` (64 KB at most), which may be a private address. With `PASSWORDS=on` users choose between your login and a password.',
      default: words('none'),
      values: words('a URL'),
      example: 'https://app.example.com/consentry',
      since: '0.1',
      more: [YOUR_USERS, ['A login without Nest', 'sign-in-wire.md']],
    },
    SIGN_IN_ISSUER: {
      what: 'The issuer of the accounts that sign in at `SIGN_IN_URL`. Set it to an issuer of `TRUSTED_ISSUERS` to keep the accounts that its JWTs created.',
      default: words('`SIGN_IN_URL`'),
      values: words('`SIGN_IN_URL` or an issuer of `TRUSTED_ISSUERS`'),
      example: 'https://login.example.com',
      since: '0.1',
    },
    SIGN_IN_PROFILE_URL: {
      what: 'The page of your app where users change their name, email and password. The account page links there; without it the page has no such link.',
      default: words('none'),
      values: words('a URL, which may have a query'),
      example: 'https://app.example.com/profile',
      since: '0.1',
    },
    SIGN_IN_CONFIRM: {
      what: 'After how long a page asks your app again whether the user is still signed in. Until then, a user whom your app signed out without telling the server stays signed in here.',
      default: 300,
      values: seconds(),
      example: '60',
      since: '0.1',
      more: [YOUR_USERS],
    },
    SIGN_IN_PROVIDERS_FILE: {
      what: 'A JSON array of OpenID providers at which users can sign in: `{"id", "name", "issuer", "client_id", "client_secret"}`, the last one optional. An id has 1 to 32 of `a-z`, `0-9` and `-`. Each provider has its own id and its own issuer, which is neither `AUTH_URL` nor the issuer of `SIGN_IN_URL`; an issuer of `TRUSTED_ISSUERS` is allowed, and both then mean the same accounts. A provider may have a private address, and has 5 seconds and 64 KB for each answer.',
      default: words('none'),
      values: words('the path of a JSON file'),
      example: '/etc/consentry/providers.json',
      since: '0.1',
      more: [['Sign in with Google, Entra or another provider', 'how-to/openid-providers.md']],
    },
    TRUSTED_ISSUERS: {
      what: 'Other issuers whose JWTs count as a sign-in for calls of the API. The pages ignore these JWTs, as they read only the session cookie: for them set `SIGN_IN_URL`.',
      default: words('none'),
      values: words('a JSON array'),
      example: '[{"issuer":"https://login.example.com","jwks_uri":"https://login.example.com/jwks.json"}]',
      since: '0.1',
      more: [['Sign in by a JWT', 'how-to/sign-in-by-jwt.md']],
    },
    SUBJECT: {
      what: 'The id that an account of another issuer has in tokens and the API: one of this server, or with `theirs` the `sub` that the issuer sends. Decide before the first sign-in.',
      default: 'own',
      values: SUBJECTS,
      example: 'theirs',
      since: '0.1',
    },
  },
} as const satisfies Section;

export const MAIL = {
  title: 'Mail',
  settings: {
    MAIL_URL: {
      what: 'The mail server for emails that verify an address, change it, or set a new password. Without it nothing is sent, and users cannot reset a password themselves.',
      default: words('none'),
      values: words('`smtp://<user>:<password>@<host>:<port>` or `smtps://…`; may end in `?tls=off`'),
      example: 'smtps://consentry:a-password@mail.example.com:465',
      since: '0.1',
      secret: true,
      more: [['A mail is not sent', 'errors/operators/mail-not-sent.md']],
    },
    MAIL_FROM: {
      what: 'The sender of emails. Mail servers often refuse a sender whose domain is not yours.',
      default: words('`no-reply@` and the host of `AUTH_URL`'),
      values: words('an address, or a name with an `<address>`'),
      example: 'Notes <no-reply@example.com>',
      since: '0.1',
    },
  },
} as const satisfies Section;

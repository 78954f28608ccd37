export const EVENT_KINDS = [
  'account.created',
  'account.changed',
  'account.claims_changed',
  'account.closed',
  'sign_up.repeated', // a sign-up with the account's email; only where mail is set
  'email.verified',
  'email.change_asked',
  'email.changed',
  'notices.off', // the mails on sign-ins and access
  'notices.on',
  'password.reset',
  'password.reset_sent', // a mail to the account, by an administrator
  'developer.added',
  'developer.removed',
  'admin.added',
  'admin.removed',
  'account.disabled', // by an administrator or the app of SIGN_IN_URL: it cannot sign in, its sessions and grants end
  'account.enabled',
  'sign_in.succeeded',
  'sign_in.failed',
  'sign_in.braked', // a failure that reached a limit; further attempts get 429 and no event
  'sign_in.ended',
  'sign_in.all_ended', // every session of the account, or every other one
  'password.failed', // a wrong current_password
  'application.created',
  'application.changed',
  'application.disabled', // by an administrator: its developer cannot enable it
  'application.enabled',
  'application.deleted',
  'secret.created',
  'secret.replaced', // by a new one; the old one ends 24 hours later
  'secret.deleted',
  'consent.given',
  'consent.refused',
  'grant.ended',
  'grant.all_ended', // by an administrator
  'connection.ended', // by the account: one family
  'grant.narrowed',
  'replay.code',
  'replay.refresh_token',
  'refresh_token.revoked',
  'access_token.revoked',
  'test_token.issued',
  'key.announced',
  'key.compromised',
  'master_key.replaced',
  'database.restored',
  'database.moved',
] as const;

export type EventKind = (typeof EVENT_KINDS)[number];

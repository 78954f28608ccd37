export type EventKind =
  | 'account.created'
  | 'account.changed'
  | 'account.closed'
  | 'sign_in.succeeded'
  | 'sign_in.failed'
  | 'sign_in.braked' // a failure after which the brake holds: further tries are not told of
  | 'sign_in.ended'
  | 'password.failed' // a wrong current_password
  | 'application.created'
  | 'application.changed'
  | 'application.deleted'
  | 'secret.created'
  | 'secret.deleted'
  | 'consent.given'
  | 'consent.refused'
  | 'grant.ended'
  | 'replay.code'
  | 'replay.refresh_token'
  | 'test_token.issued'
  | 'key.announced'
  | 'key.compromised'
  | 'database.restored';

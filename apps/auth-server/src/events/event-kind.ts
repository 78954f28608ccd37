export type EventKind =
  | 'account.created'
  | 'account.changed'
  | 'account.closed'
  | 'developer.added' // an operator let an account register applications
  | 'developer.removed'
  | 'sign_in.succeeded'
  | 'sign_in.failed'
  | 'sign_in.braked' // a failure after which a limit holds: further tries are refused and not recorded
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
  | 'refresh_token.revoked'
  | 'access_token.revoked'
  | 'test_token.issued'
  | 'key.announced'
  | 'key.compromised'
  | 'master_key.replaced'
  | 'database.restored'
  | 'database.moved';

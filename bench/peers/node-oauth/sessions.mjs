import { randomBytes } from 'node:crypto';

/** Sign-in sessions, which the library lacks. */
export class Sessions {
  constructor(statements) {
    this.statements = statements;
  }

  begin(account) {
    const token = randomBytes(32).toString('base64url');
    this.statements.addSession.run(token, account);
    return token;
  }

  /** @returns the account of a Bearer header. */
  find(authorization = '') {
    const row = this.statements.session.get(authorization.slice('Bearer '.length));
    return row === undefined ? null : { id: row.account };
  }
}

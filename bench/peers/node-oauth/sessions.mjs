import { randomBytes } from 'node:crypto';

/** Who is signed in; the library leaves that to its user. */
export class Sessions {
  constructor(statements) {
    this.statements = statements;
  }

  begin(account) {
    const token = randomBytes(32).toString('base64url');
    this.statements.addSession.run(token, account);
    return token;
  }

  /** @returns the account that a Bearer header stands for. */
  find(authorization = '') {
    const row = this.statements.session.get(authorization.slice('Bearer '.length));
    return row === undefined ? null : { id: row.account };
  }
}

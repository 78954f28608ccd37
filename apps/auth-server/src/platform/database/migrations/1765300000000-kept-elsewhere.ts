import type { MigrationInterface, QueryRunner } from 'typeorm';

const WITH_OWN = 'issuer IS NOT NULL AND (email_key IS NOT NULL OR password_hash IS NOT NULL)';

const END_SESSIONS = (now: number) => `UPDATE sign_in_sessions SET revoked_at = ${now}
  WHERE revoked_at IS NULL AND account_id IN (SELECT id FROM accounts WHERE ${WITH_OWN})`;
/** Roles of administrators are for accounts that sign in here. */
const TAKE = `UPDATE accounts SET email_key = NULL, email_verified_at = NULL, password_hash = NULL, admin_since = NULL
  WHERE ${WITH_OWN}`;

/** Accounts of trusted issuers lose the e-mail and password of their own that the pages once took from them. */
export class KeptElsewhere1765300000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    // eslint-disable-next-line no-restricted-properties -- when this version first ran; no test moves it
    await runner.query(END_SESSIONS(Date.now()));
    await runner.query(TAKE);
  }

  /** What was taken cannot be restored. */
  async down(): Promise<void> {}
}

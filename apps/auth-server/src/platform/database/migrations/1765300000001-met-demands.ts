import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A demand to sign in anew is met by one session, and spent by the decision of its request. */
export class MetDemands1765300000001 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    // The session, or the account of a trusted issuer's token; null: nobody yet.
    await runner.query('ALTER TABLE sign_in_demands ADD COLUMN met_by varchar(36)');
    // Its hash in sign_in_demands.
    await runner.query('ALTER TABLE consent_sessions ADD COLUMN sign_in_demand varchar(64)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE consent_sessions DROP COLUMN sign_in_demand');
    await runner.query('ALTER TABLE sign_in_demands DROP COLUMN met_by');
  }
}

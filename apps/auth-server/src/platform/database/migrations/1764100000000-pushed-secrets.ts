import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * `pushed_requests.parameters` held the client secret or assertion of clients that sent it in the body. The rows live for
 * minutes: a client whose request is gone pushes it again.
 */
export class PushedSecrets1764100000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('DELETE FROM pushed_requests');
  }

  /** The rows stay gone; the schema did not change. */
  async down(): Promise<void> {}
}

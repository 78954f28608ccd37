import { randomBytes } from 'node:crypto';
import { type MigrationInterface, type QueryRunner, Table, TableColumn } from 'typeorm';

const REVOCATIONS = new Table({
  name: 'revocations',
  columns: [
    // Grows with every row and is never used again: readers ask for what is later than what they know.
    { name: 'version', type: 'integer', isPrimary: true, isGenerated: true, generationStrategy: 'increment' },
    { name: 'kind', type: 'varchar', length: '8' },
    { name: 'subject', type: 'text' }, // what tokens name: a family, a token, an account, a client or a key
    { name: 'client_id', type: 'text', isNullable: true }, // beside an account: the public id of the grant's client
    { name: 'below', type: 'integer', isNullable: true }, // only tokens whose counter or time is lower are refused
    { name: 'at', type: 'bigint' },
    { name: 'expires_at', type: 'bigint' }, // when every token that it refuses has expired
  ],
  indices: [
    { name: 'revocations_expiry', columnNames: ['expires_at'] },
    { name: 'revocations_subject', columnNames: ['subject', 'kind'] },
  ],
});

const REVOCATION_LOGS = new Table({
  name: 'revocation_logs',
  columns: [
    { name: 'id', type: 'integer', isPrimary: true }, // always 1: there is one row
    { name: 'log', type: 'varchar', length: '22' }, // names this history; a restore begins another one
    { name: 'created_at', type: 'bigint' },
  ],
});

/** Counts what ended older access tokens without ending the grant. */
const REISSUES = new TableColumn({ name: 'reissues', type: 'integer', default: 0 });

/** Services learn of every revocation, so that they refuse tokens that they verify by themselves. */
export class Revocations1764700000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.createTable(REVOCATIONS);
    await runner.createTable(REVOCATION_LOGS);
    await runner.addColumn('grants', REISSUES);
    const log = randomBytes(16).toString('base64url');
    // eslint-disable-next-line no-restricted-properties -- when this version first ran; no test moves it
    await runner.query(`INSERT INTO revocation_logs (id, log, created_at) VALUES (1, '${log}', ${Date.now()})`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropColumn('grants', 'reissues');
    await runner.dropTable(REVOCATION_LOGS);
    await runner.dropTable(REVOCATIONS);
  }
}

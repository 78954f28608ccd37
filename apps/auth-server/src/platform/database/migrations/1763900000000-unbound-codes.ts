import { type MigrationInterface, type QueryRunner, type Table, TableForeignKey, TableIndex } from 'typeorm';

const CODES = 'authorization_codes';
const FOREIGN_KEYS = [
  { columnNames: ['grant_id'], referencedTableName: 'grants', referencedColumnNames: ['id'] },
  { columnNames: ['family_id'], referencedTableName: 'refresh_families', referencedColumnNames: ['id'] },
];
const INDICES = [
  { name: 'authorization_codes_grant', columnNames: ['grant_id'] },
  { name: 'authorization_codes_family', columnNames: ['family_id'] },
];

/** Codes that name what is gone, which the version before does not bear. */
const FORGET_UNBOUND = [
  `DELETE FROM ${CODES} WHERE NOT EXISTS (SELECT 1 FROM grants g WHERE g.id = grant_id)`,
  `UPDATE ${CODES} SET family_id = NULL WHERE NOT EXISTS (SELECT 1 FROM refresh_families f WHERE f.id = family_id)`,
];

/** A code outlives neither its grant nor its family: nobody has to look for the codes of either (ADR 22). */
export class UnboundCodes1763900000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    // Looked up once: on PostgreSQL that takes as long as all that is dropped here.
    const table = (await runner.getTable(CODES)) as Table;
    await runner.dropForeignKeys(table, [...table.foreignKeys]);
    for (const { name } of INDICES) await runner.query(`DROP INDEX ${name}`);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const statement of FORGET_UNBOUND) await runner.query(statement);
    await runner.createIndices(
      CODES,
      INDICES.map((index) => new TableIndex(index)),
    );
    await runner.createForeignKeys(
      CODES,
      FOREIGN_KEYS.map((key) => new TableForeignKey(key)),
    );
  }
}

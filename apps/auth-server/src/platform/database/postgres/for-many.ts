/**
 * A query of one row as a query of one for each of many: its values come as the columns v0, v1 … of records.
 *
 * @param values of the first call; later ones have the same types.
 */
export function forMany(text: string, values: readonly (string | number)[]): string {
  const columns = values.map((value, at) => `, v${at} ${typeof value === 'number' ? 'bigint' : 'text'}`);
  let count = 0;
  const one = text.replace(/\?/g, () => `asked.v${count++}`);
  // The LIMIT keeps the subquery whole: joined with all records at once it might scan its tables.
  return `SELECT asked.position, found.* FROM json_to_recordset(CAST(? AS json)) AS asked(position integer${columns.join('')})
    CROSS JOIN LATERAL (SELECT * FROM (${one}) AS one LIMIT 1) AS found`;
}

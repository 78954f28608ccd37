/**
 * A query of one row as a query of one for each of many: its values come as the columns v0, v1 … of records.
 *
 * @param values such as it will be asked with: each has the same type every time.
 */
export function forMany(text: string, values: readonly (string | number)[]): string {
  const columns = values.map((value, at) => `, v${at} ${typeof value === 'number' ? 'bigint' : 'text'}`);
  let count = 0;
  const one = text.replace(/\?/g, () => `asked.v${count++}`);
  // The LIMIT keeps the query whole: joined with all records at once it might read its tables from end to end.
  return `SELECT asked.position, found.* FROM json_to_recordset(CAST(? AS json)) AS asked(position integer${columns.join('')})
    CROSS JOIN LATERAL (SELECT * FROM (${one}) AS one LIMIT 1) AS found`;
}

/** A database URL to print: libpq reads the password from ~/.pgpass or PGPASSWORD. */
function withoutPassword(url: string): string {
  const shown = new URL(url);
  shown.password = '';
  shown.searchParams.delete('password');
  return quote(shown.href);
}

export const dumpCommand = (url: string, file: string) =>
  `pg_dump --format=custom --file=${quote(file)} --dbname=${withoutPassword(url)}`;

export const loadCommand = (url: string, file: string) =>
  `pg_restore --exit-on-error --single-transaction --no-owner --dbname=${withoutPassword(url)} ${quote(file)}`;

/** Quotes for a shell. */
const quote = (text: string) => (/^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`);

/** Grants per account and families per grant. */
const GRANTS = 5;
const FAMILIES = 2;

/** Rows beside the measured ones: copies of real rows under new keys, so that they fit any schema. */
export class Ballast {
  #db;
  #columns = new Map();
  #firstClient = 0;
  #clients = 0;
  #accounts = 0;

  constructor(db) {
    this.#db = db;
  }

  async addApplications(count) {
    const { hex } = this.#db;
    const [{ last }] = await this.#db.query('SELECT max(id) AS last FROM clients');
    await this.#db.run(await this.#copies('clients', count, { client_id: `'ballast' || ${hex('n.i')}` }, ['id']));
    const [{ first }] = await this.#db.query(`SELECT min(id) AS first FROM clients WHERE id > ${last}`);
    [this.#firstClient, this.#clients] = [Number(first), count];
    const owner = { client_id: `${first} + n.i` };
    await this.#db.run(
      await this.#copies('client_redirect_uris', count, owner, ['id']),
      await this.#copies('client_secrets', count, { id: `'00000000-0000-7000-8000-' || ${hex('n.i')}`, ...owner }),
    );
  }

  /** Live families with their grants and accounts. */
  async addFamilies(count) {
    const grants = Math.ceil(count / FAMILIES);
    const accounts = Math.ceil(grants / GRANTS);
    const { hex, random } = this.#db;
    const account = (number) => `'00000000-0000-7000-8000-' || ${hex(`${this.#accounts} + ${number}`)}`;
    const grant = (number) => `'00000000-0000-7000-9000-' || ${hex(`${this.#accounts * GRANTS} + ${number}`)}`;
    const email = `'ballast-' || ${hex(`${this.#accounts} + n.i`)} || '@example.com'`;
    await this.#db.run(
      await this.#copies('accounts', accounts, { id: account('n.i'), email, email_key: email }),
      await this.#copies('grants', grants, {
        id: grant('n.i'),
        account_id: account(`n.i / ${GRANTS}`),
        client_id: `${this.#firstClient} + (${this.#accounts * GRANTS} + n.i) % ${this.#clients}`,
      }),
      await this.#copies('refresh_families', count, {
        // A real row's time, so that these lie between the measured ones.
        id: `substr(t.id, 1, 15) || ${random(3)} || '-8' || ${random(3)} || '-' || ${random(12)}`,
        grant_id: grant(`n.i / ${FAMILIES}`),
      }),
    );
    this.#accounts += accounts;
  }

  /** Copies of the row with the last key; `replaced` has an expression for each column that differs. */
  async #copies(table, count, replaced, left = []) {
    if (!this.#columns.has(table)) this.#columns.set(table, await this.#db.columnsOf(table));
    const columns = this.#columns.get(table).filter((name) => !left.includes(name));
    const values = columns.map((name) => replaced[name] ?? `t.${name}`);
    return `INSERT INTO ${table} (${columns.join(', ')}) SELECT ${values.join(', ')}
      FROM ${this.#db.numbers(count)}, (SELECT * FROM ${table} ORDER BY id DESC LIMIT 1) t`;
  }
}

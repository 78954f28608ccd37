import { ENGINES } from '../../test/support/engines';
import { dropFreshDatabases } from '../../test/support/postgres-databases';
import { readSettings } from '../config/read-settings';
import type { Database } from '../database/open-database';
import { type Unit, announce, run } from '../database/sql';
import { ClientRepository } from './client.repository';
import { MetadataDocuments } from './metadata-documents';

const INSERT_CLIENT = `INSERT INTO clients (id, client_id, account_id, name, type, origin, enabled,
  require_client_authentication, loopback_any_port, created_at)
  VALUES (1, 'client', 'ada', 'As it was', 'public', 'console', TRUE, FALSE, FALSE, 1)`;

afterAll(dropFreshDatabases);

describe.each(ENGINES)('clients in memory on $engine', ({ open }) => {
  let database: Database;
  let clients: ClientRepository;
  let elapsed: number;

  beforeEach(async () => {
    database = await open();
    await database.units.write(function* (): Unit<void> {
      yield* run("INSERT INTO accounts (id, created_at) VALUES ('ada', 1)");
      yield* run(INSERT_CLIENT);
    });
    elapsed = 1_000_000;
    const clock = { now: () => 1, elapsed: () => elapsed };
    const documents = new MetadataDocuments(database.units, readSettings({}), clock);
    clients = new ClientRepository(database.units, database.changes, documents, clock);
  });
  afterEach(() => database.destroy());

  const nameOf = async (name: string | number) => (await clients.find(name))?.name;
  const rename = (name: string, isTold: boolean) =>
    database.units.write(function* (): Unit<void> {
      yield* run('UPDATE clients SET name = ?', name);
      if (isTold) yield* announce('clients');
    });

  it.each(['client', 1])('are read again where one was changed: %p', async (name) => {
    expect(await nameOf(name)).toBe('As it was');
    await rename('As it is', true);
    expect(await nameOf(name)).toBe('As it is');
  });

  it('are read again after five seconds though nobody told of a change, as who writes into the database by hand', async () => {
    expect(await nameOf('client')).toBe('As it was');
    await rename('As it is', false);
    elapsed += 5_000;
    expect(await nameOf('client')).toBe('As it was');
    elapsed += 1;
    expect([await nameOf('client'), await nameOf(1)]).toEqual(['As it is', 'As it is']);
  });
});

import { ENGINES } from '../../../test/engines';
import { account, client } from '../../../test/row-factory';
import { insertRows } from '../../../test/stored-rows';
import { readSettings } from '../../platform/config/read-settings';
import { Limits } from '../../platform/limits/limits';
import type { Database } from '../../platform/database/open-database';
import { type Unit, announce, run } from '../../platform/database/sql';
import { ClientRepository } from './client.repository';
import { MetadataDocuments } from './documents/metadata-documents';
import type { RegisteredClient } from './registered-client';

describe.each(ENGINES)('clients in memory on $engine', ({ open }) => {
  let database: Database;
  let clients: ClientRepository;
  let elapsed: number;

  beforeEach(async () => {
    database = await open();
    await insertRows(database, {
      accounts: [account('ada')],
      clients: [client(1, { client_id: 'client', name: 'As it was' })],
    });
    elapsed = 1_000_000;
    const clock = { now: () => 1, elapsed: () => elapsed };
    const settings = readSettings({});
    const documents = new MetadataDocuments(database.units, new Limits(database.units, clock), settings, clock);
    clients = new ClientRepository(database.units, database.changes, documents, settings, clock);
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

  describe('are judged', () => {
    const refuse = () => {
      throw new Error('refused');
    };
    const lookUpsOf = async (name: string) => {
      const read = jest.spyOn(database.units, 'read');
      await expect(clients.judge(name, '::1', refuse)).rejects.toThrow('refused');
      const { length } = read.mock.calls;
      read.mockRestore();
      return length;
    };

    it('by one look-up where they are refused, in memory or not, and where there is none: time tells nothing', async () => {
      await nameOf(1); // includes the look-up of the version
      const first = await lookUpsOf('client');
      const inMemory = await lookUpsOf('client');
      expect([first, inMemory, await lookUpsOf('nobody'), await lookUpsOf('nobody')]).toEqual([1, 1, 1, 1]);
    });

    it('once, where they are as they were: a signature that does not fit is not verified twice', async () => {
      await nameOf('client');
      for (const name of ['client', 'nobody']) {
        const rule = jest.fn(refuse);
        await expect(clients.judge(name, '::1', rule)).rejects.toThrow('refused');
        expect(rule).toHaveBeenCalledTimes(1);
      }
    });

    it('as they are, though nobody has told of it yet, where memory would refuse', async () => {
      await nameOf('client');
      await rename('As it is', false);
      const rule = (client: RegisteredClient | null) => (client?.name === 'As it is' ? 'taken' : refuse());
      expect(await clients.judge('client', '::1', rule)).toBe('taken');
    });
  });
});

import { NodeSqlite } from '@consentry/typeorm-node-sqlite';
import { DataSource } from 'typeorm';

import { StoredTokens } from '../typeorm/stored-tokens.entity.ts';
import { TypeOrmTokenStore } from '../typeorm/typeorm-token-store.ts';
import { MemoryTokenStore } from './memory-token-store.ts';
import type { TokenStore } from './token-store.ts';

let dataSource: DataSource;
beforeAll(async () => {
  const database = { type: 'better-sqlite3', driver: NodeSqlite, database: ':memory:' } as const;
  dataSource = await new DataSource({ ...database, entities: [StoredTokens], synchronize: true }).initialize();
});
afterAll(() => dataSource.destroy());

const stores: [string, () => TokenStore][] = [
  ['memory', () => new MemoryTokenStore()],
  ['TypeORM', () => new TypeOrmTokenStore(dataSource)],
];

describe.each(stores)('a store in %s', (_, open) => {
  const [first, second] = ['1', '2'].map((version) => ({ version, data: `data ${version}` }));
  let store: TokenStore;
  beforeAll(() => void (store = open()));

  it('keeps an entry for each person', async () => {
    expect(await store.find('ada')).toBeUndefined();
    expect(await store.swap('ada', undefined, first)).toBe(true);
    expect(await store.find('ada')).toMatchObject(first!);
    expect(await store.find('bob')).toBeUndefined();
  });

  it('replaces and deletes only the version that is named', async () => {
    expect(await store.swap('ada', undefined, second)).toBe(false);
    expect(await store.swap('ada', undefined, undefined)).toBe(false);
    expect(await store.swap('ada', '2', undefined)).toBe(false);
    expect(await store.swap('ada', '2', second)).toBe(false);
    expect(await store.find('ada')).toMatchObject(first!);
    expect(await store.swap('ada', '1', second)).toBe(true);
    expect(await store.find('ada')).toMatchObject(second!);
    expect(await store.swap('ada', '2', undefined)).toBe(true);
    expect(await store.find('ada')).toBeUndefined();
    expect(await store.swap('ada', '2', first)).toBe(false);
    expect(await store.swap('ada', undefined, undefined)).toBe(true);
  });

  it('lets one of many through', async () => {
    const beginnings = await Promise.all([1, 2, 3].map(() => store.swap('eve', undefined, first)));
    expect(beginnings.filter(Boolean)).toHaveLength(1);
    const changes = await Promise.all([1, 2, 3].map(() => store.swap('eve', '1', second)));
    expect(changes.filter(Boolean)).toHaveLength(1);
  });
});

it('TypeORM keeps the rows of several clients apart', async () => {
  const [notes, photos] = ['notes', 'photos'].map((name) => new TypeOrmTokenStore(dataSource, name));
  const entry = { version: '1', data: 'of notes' };
  expect(await notes!.swap('ada', undefined, entry)).toBe(true);
  expect(await photos!.find('ada')).toBeUndefined();
  expect(await photos!.swap('ada', undefined, { version: '1', data: 'of photos' })).toBe(true);
  expect(await photos!.swap('ada', '1', undefined)).toBe(true);
  expect(await notes!.find('ada')).toMatchObject(entry);
});

it.each<[string | undefined, string, string | undefined, string]>([
  [undefined, 'a b', 'a', 'b'],
  ['a', 'b c', 'a b', 'c'],
  ['a b', 'c', 'a%20b', 'c'],
  [undefined, ' b', undefined, '  b'],
])('TypeORM takes no row of the store %p and the person %p for that of %p and %p', async (name, person, other, its) => {
  const [store, stranger] = [name, other].map((one) => new TypeOrmTokenStore(dataSource, one));
  await store!.swap(person, undefined, { version: '1', data: 'of one' });
  expect(await store!.find(person)).toBeDefined();
  expect(await stranger!.find(its)).toBeUndefined();
});

it('TypeORM refuses a store with an empty name', () => {
  expect(() => new TypeOrmTokenStore(dataSource, '')).toThrow(TypeError);
});

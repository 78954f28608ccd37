import { openFile } from '@consentry/typeorm-node-sqlite';
import { Query } from './query';

describe('a query', () => {
  const db = openFile(':memory:');
  db.exec("CREATE TABLE names (id INTEGER PRIMARY KEY, name TEXT); INSERT INTO names VALUES (1, 'a'), (2, NULL)");
  afterAll(() => db.close());

  it.each([
    ['SELECT id, name AS "aName" FROM names WHERE id = ?', [1]],
    ['SELECT * FROM names WHERE id >= ? ORDER BY id', [1]],
    ['SELECT name FROM names WHERE id = ?', [3]],
    ['SELECT COUNT(*) AS count, 1.5 AS half, NULL AS missing FROM names', []],
    ['UPDATE names SET name = name WHERE id = ? RETURNING id, name', [2]],
  ])('has the rows that the driver makes: %s', (text, values) => {
    const query = new Query(db, text);
    expect(query.get(values)).toEqual(db.prepare(text).get(...values));
    expect(query.all(values)).toEqual(db.prepare(text).all(...values));
  });

  it.each([
    ['SELECT name FROM names', true],
    ['DELETE FROM names WHERE id = 3 RETURNING id', false],
  ])('knows whether it may write: %s', (text, isReadOnly) => {
    expect(new Query(db, text).isReadOnly).toBe(isReadOnly);
  });
});

// Holds SQLite's write lock on the file of its argument until it is told to release it.
const { openFile } = require('@consentry/typeorm-node-sqlite');

const db = openFile(process.argv[2], { timeout: 10_000 });
db.exec('BEGIN IMMEDIATE');
process.on('message', () => {
  db.exec('ROLLBACK');
  db.close();
  process.disconnect();
});
process.on('disconnect', () => process.exit(0));
process.send('held');

// A process of an application that calls a guarded API by @consentry/client, as it is built. `{ begin: { options, database,
// ahead } }` is answered by `{ begun: true }`, `{ count, url, person }` by `{ outcomes }`: a status, or an error's name, each.
require('reflect-metadata');
const { Module } = require('@nestjs/common');
const { NestFactory } = require('@nestjs/core');
const { DataSource } = require('typeorm');
const { NodeSqlite } = require('@consentry/typeorm-node-sqlite');
const { ConsentryClient, ConsentryClientModule } = require('@consentry/client');
const { StoredTokens, TypeOrmTokenStore } = require('@consentry/client/typeorm');

/** A class that is sent is none. */
const DRIVERS = { 'better-sqlite3': { driver: NodeSqlite } };

let client;

async function begin({ options, database, ahead }) {
  const dataSource = await new DataSource({
    ...database,
    ...DRIVERS[database.type],
    entities: [StoredTokens],
  }).initialize();
  const clock = { now: () => Date.now() + ahead };
  const store = new TypeOrmTokenStore(dataSource);
  class App {}
  Module({ imports: [ConsentryClientModule.forRoot({ ...options, store, clock })] })(App);
  const app = await NestFactory.createApplicationContext(App, { logger: false });
  client = app.get(ConsentryClient);
  process.send({ begun: true });
}

async function call({ count, url, person }) {
  const send = client.fetchFor(person);
  const outcome = () =>
    send(url).then(
      ({ status }) => status,
      (error) => error.name,
    );
  process.send({ outcomes: await Promise.all(Array.from({ length: count }, outcome)) });
}

process.on('message', (message) => (message.begin ? begin(message.begin) : call(message)));
process.on('disconnect', () => process.exit(0));

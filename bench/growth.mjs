import { Ballast } from './ballast/ballast.mjs';
import { openPostgres } from './ballast/postgres.mjs';
import { openSqlite } from './ballast/sqlite.mjs';
import { installPeers } from './install-peers.mjs';
import { describeMachine } from './machine/describe.mjs';
import { Load } from './machine/load.mjs';
import { RunningServer } from './machine/running-server.mjs';
import { measureCell } from './measure.mjs';
import { listOf, makeRunDir, numbersOf, readOptions } from './options.mjs';
import { publish } from './publish.mjs';
import { toTables } from './report.mjs';
import { consentry } from './servers.mjs';

/**
 * How cost grows with the database: the same run against databases of different sizes, side by side. Measured families
 * begin over HTTP; SQL writes others around each of them.
 */
const MEASURED = 1_000;
const MEASURED_APPLICATIONS = 100;

const options = readOptions(
  {
    sizes: { type: 'string' },
    applications: { type: 'string', default: '10000' },
    flows: { type: 'string', default: 'refresh,exchange' },
    connections: { type: 'string', default: '16' },
    rounds: { type: 'string' },
    seconds: { type: 'string' },
  },
  ['sqlite', 'postgres'],
);
const sizes = numbersOf('sizes', options.sizes ?? (options.quick ? '1000,20000' : '1000,100000,5000000'));
const rounds = Number(options.rounds ?? (options.quick ? 2 : 5));
const seconds = Number(options.seconds ?? (options.quick ? 0.7 : 3));

installPeers();
const place = { ...options, dataDir: makeRunDir() };
const load = new Load();
const servers = [];
try {
  for (const size of sizes) servers.push(await startWith(size));
  const cells = [];
  for (const flow of listOf(options.flows))
    for (const connections of numbersOf('connections', options.connections))
      cells.push(
        ...(await measureCell(servers, load, {
          flow,
          connections,
          rounds,
          seconds,
          quick: options.quick,
          families: MEASURED,
        })),
      );
  const definitions = servers.map(({ definition }) => definition);
  const markdown = toTables(cells, definitions, { smallest: definitions[0].name });
  const result = { machine: describeMachine(), sizes, cells };
  await publish(`growth-${options.database}`, { markdown, result }, options.publish);
} finally {
  load.stop();
  for (const server of servers) await server.stop();
}

/** A server with so many live families. */
async function startWith(size) {
  const name = `families-${size}`;
  const title = `${size.toLocaleString('en')} families`;
  const server = await RunningServer.start(consentry(name, title, options.database), place);
  const { port } = server;
  await load.call('setUp', { name, driver: 'consentry', port, applications: MEASURED_APPLICATIONS });
  const url = server.database?.url;
  const db = url === undefined ? await openSqlite(server.dir) : await openPostgres(url);
  try {
    await fill(name, new Ballast(db), size - MEASURED);
  } finally {
    await db.close();
  }
  console.error(`${title}: filled`);
  return server;
}

/** One measured family, then its share of the others, so that none shares its page with the next. */
async function fill(name, ballast, others) {
  await ballast.addApplications(Number(options.applications));
  const prepare = { name, flow: 'refresh', connections: 1, operations: 0 };
  for (let families = 1; families <= MEASURED; families += 1) {
    await load.call('prepare', { ...prepare, families });
    const share = Math.floor(others / MEASURED);
    if (share > 0) await ballast.addFamilies(share);
  }
}

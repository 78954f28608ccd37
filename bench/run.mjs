import { installPeers } from './install-peers.mjs';
import { describeMachine } from './machine/describe.mjs';
import { Load } from './machine/load.mjs';
import { RunningServer } from './machine/running-server.mjs';
import { measureCell } from './measure.mjs';
import { listOf, makeRunDir, numbersOf, readOptions } from './options.mjs';
import { publish } from './publish.mjs';
import { toMarkdown } from './report.mjs';
import { findServers } from './servers.mjs';

/** The number of connections that docs/performance/servers.md shows. */
const DOCUMENTED = 16;

/** `npm run bench`: ours, the limit and the peers, round by round. */
const options = readOptions(
  {
    only: { type: 'string' },
    flows: { type: 'string', default: 'flow,exchange,refresh,client_credentials' },
    connections: { type: 'string', default: '1,16,128' },
    rounds: { type: 'string' },
    seconds: { type: 'string' },
  },
  ['sqlite', 'postgres', 'both'],
);
const rounds = Number(options.rounds ?? (options.quick ? 2 : 5));
const seconds = Number(options.seconds ?? (options.quick ? 0.7 : 3));

const definitions = findServers({ database: options.database, only: listOf(options.only) });
const versions = installPeers();
const place = { ...options, dataDir: makeRunDir() };
const load = new Load();
const servers = [];
const samples = {};
try {
  for (const definition of definitions) {
    const server = await RunningServer.start(definition, place);
    servers.push(server);
    const { name, port } = server;
    samples[name] = await load.call('setUp', { name, driver: definition.driver, port, applications: 1 });
    console.error(`${name}: ready after ${Math.round(server.readyAfter)} ms`);
  }
  const cells = [];
  for (const flow of listOf(options.flows))
    for (const connections of numbersOf('connections', options.connections)) {
      console.error(`${flow}, ${connections} connections …`);
      cells.push(...(await measureCell(servers, load, { flow, connections, rounds, seconds, quick: options.quick })));
    }
  const result = {
    machine: describeMachine(),
    versions,
    plan: { rounds, seconds, database: options.database },
    servers: servers.map(({ name, definition, readyAfter, rssAtReady }) => ({
      name,
      title: definition.title,
      readyAfter,
      rssAtReady,
      accessToken: describeToken(samples[name]),
    })),
    cells,
  };
  await publish(
    'run',
    { markdown: toMarkdown(result), documented: toMarkdown(result, DOCUMENTED), result },
    options.publish,
  );
} finally {
  load.stop();
  for (const server of servers) await server.stop();
}

/** The kind of a server's access token: tables compare like with like. */
function describeToken(token) {
  const [head = ''] = token.split('.');
  if (!token.startsWith('ey')) return 'opaque';
  const { alg, typ } = JSON.parse(Buffer.from(head, 'base64url'));
  return `${alg} ${typ}`;
}

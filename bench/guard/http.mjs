import { join } from 'node:path';
import { Connection } from '../load/connection.mjs';
import { spread } from '../load/spread.mjs';
import { RunningServer } from '../machine/running-server.mjs';
import { HOSTS } from './hosts.mjs';
import { serveIssuer } from './issuer.mjs';

const CONNECTIONS = 16;
/** Revocations that our guard holds meanwhile. */
const ENTRIES = 1_000;
/** Requests before those that count: V8 compiles. */
const WARMING = 10_000;

/** CPU of the server's process for each request with a token that it has seen, round by round. */
export async function measureHosts(alg, { requests, httpRounds, dataDir }) {
  const issuer = await serveIssuer(alg, ENTRIES);
  const facts = JSON.stringify(issuer);
  const headers = `Authorization: Bearer ${issuer.mint()}\r\n`;
  const servers = [];
  const samples = [];
  try {
    for (const name of Object.keys(HOSTS)) {
      const definition = {
        name: name.replaceAll(/\W+/g, '-'),
        ready: '/ready',
        args: ({ port }) => [join(import.meta.dirname, 'host.mjs'), name, String(port), facts],
        env: () => ({}),
      };
      const server = await RunningServer.start(definition, { dataDir });
      servers.push({ name, server });
      await call(server, WARMING, headers);
      console.error(`${name}: warm`);
    }
    for (let round = 0; round < httpRounds; round += 1)
      for (const { name, server } of servers) {
        const cpuMicros = await call(server, requests, headers);
        samples.push({ round, name, cpuMicros, rss: server.rss() });
      }
  } finally {
    for (const { server } of servers) await server.stop();
    issuer.close();
  }
  return samples;
}

/** @returns CPU microseconds per request. */
async function call(server, requests, headers) {
  const connections = Array.from({ length: CONNECTIONS }, () => new Connection(server.port));
  await Promise.all(connections.map((connection) => connection.open()));
  const before = server.cpuMicros();
  await spread(connections, requests, async (connection) => {
    const { status, body } = await connection.request('GET', '/hello', headers);
    if (status !== 200 || body !== 'hello') throw new Error(`${server.name} answered ${status} ${body}`);
  });
  const cpuMicros = (server.cpuMicros() - before) / requests;
  for (const connection of connections) connection.close();
  return cpuMicros;
}

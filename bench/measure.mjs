import { median } from './statistics.mjs';

/** Nothing below this many operations says anything about the CPU clock's ticks. */
const FEWEST = 32;
const FIRST_LOOK = 64;
/** Codes take far longer to make than to exchange; these last for half a second at least. */
const MOST_CODES = 4_000;
/** Seconds; what V8 needs at least to compile what is hot. */
const WARM_UP = 1.5;
/** A chain for each connection at least; the same number at all, so that the tables are alike. */
const FAMILIES = 128;

/** Measures one flow at one number of connections on all servers, round by round: drift hits all alike. */
export async function measureCell(servers, load, { rounds, seconds, ...cell }) {
  const taking = servers.filter(({ definition }) => definition.flows.includes(cell.flow));
  const operations = new Map();
  for (const server of taking) operations.set(server, await warmUp(server, load, { ...cell, seconds }));
  const measured = [];
  for (let round = 0; round < rounds; round += 1)
    for (const server of taking)
      measured.push({ round, ...(await measure(server, load, { ...cell, operations: operations.get(server) })) });
  return measured;
}

/**
 * A server that V8 has not compiled yet costs twice as much, so it is not measured before it ran for a while.
 *
 * @returns how many operations fill the time.
 */
async function warmUp(server, load, { seconds, ...cell }) {
  let operations = FIRST_LOOK;
  let ran = 0;
  let rate;
  do {
    const { milliseconds } = await measure(server, load, { ...cell, operations });
    rate = (operations * 1000) / milliseconds;
    ran += milliseconds / 1000;
    const most = cell.flow === 'exchange' ? MOST_CODES : Infinity;
    operations = Math.min(most, Math.max(FEWEST, cell.connections, Math.round(rate * seconds)));
  } while (ran < Math.max(seconds, WARM_UP));
  return operations;
}

/** One run against one server: what it cost the server's process, and what the load saw. */
export async function measure(server, load, { flow, connections, operations, families = FAMILIES }) {
  const { name } = server;
  await load.call('prepare', { name, flow, connections, operations, families });
  const before = server.cpuMicros();
  const seen = await load.call('run', { name, operations });
  const cpuMicros = (server.cpuMicros() - before) / operations;
  await load.call('close', { name });
  return { name, flow, connections, ...seen, cpuMicros, rss: server.rss() };
}

/** The figures of one server in one cell: medians of its rounds. */
export function summarise(rounds) {
  const of = (pick) => median(rounds.map(pick));
  const costs = rounds.map(({ cpuMicros }) => cpuMicros);
  return {
    name: rounds[0].name,
    cpuMicros: median(costs),
    least: Math.min(...costs),
    most: Math.max(...costs),
    perSecond: of(({ operations, milliseconds }) => (operations * 1000) / milliseconds),
    p50: of(({ p50 }) => p50),
    p99: of(({ p99 }) => p99),
    rss: rounds.at(-1).rss,
  };
}

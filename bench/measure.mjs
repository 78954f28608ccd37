import { median } from './statistics.mjs';

/** Fewer operations are lost in the CPU clock's ticks. */
const FEWEST = 32;
const FIRST_LOOK = 64;
/** Codes take longer to prepare than to exchange; these last for half a second. */
const MOST_CODES = 4_000;
/** Operations until V8 has compiled hot code: before, a sixth of our cost. */
const WARM = { operations: 20_000, seconds: 10 };
/** Seconds for a warm server at another number of connections. */
const WARM_AGAIN = 1.5;
/** At least one chain per connection; the same number in all tables. */
const FAMILIES = 128;

/** Measures one flow at one number of connections on all servers, round by round, so that drift hits all. */
export async function measureCell(servers, load, { rounds, seconds, quick, ...cell }) {
  const taking = servers.filter(({ definition }) => definition.flows.includes(cell.flow));
  const operations = new Map();
  for (const server of taking) operations.set(server, await warmUp(server, load, { ...cell, seconds, quick }));
  const measured = [];
  for (let round = 0; round < rounds; round += 1)
    for (const server of taking)
      measured.push({ round, ...(await measure(server, load, { ...cell, operations: operations.get(server) })) });
  return measured;
}

/**
 * Warms a server: uncompiled it costs twice as much.
 *
 * @returns how many operations fill the time.
 */
async function warmUp(server, load, { seconds, quick, ...cell }) {
  const isWarm = quick || server.warmFor.has(cell.flow);
  let operations = FIRST_LOOK;
  const ran = { operations: 0, seconds: 0 };
  const isEnough = () =>
    ran.seconds >= Math.max(seconds, WARM_AGAIN) &&
    (isWarm || ran.operations >= WARM.operations || ran.seconds >= WARM.seconds);
  do {
    const { milliseconds } = await measure(server, load, { ...cell, operations });
    const rate = (operations * 1000) / milliseconds;
    ran.operations += operations;
    ran.seconds += milliseconds / 1000;
    const most = cell.flow === 'exchange' ? MOST_CODES : Infinity;
    operations = Math.min(most, Math.max(FEWEST, cell.connections, Math.round(rate * seconds)));
  } while (!isEnough());
  server.warmFor.add(cell.flow);
  return operations;
}

/** One run against one server: CPU of its process, and times of the load. */
export async function measure(server, load, { flow, connections, operations, families = FAMILIES }) {
  const { name } = server;
  await load.call('prepare', { name, flow, connections, operations, families });
  const before = server.cpuMicros();
  const seen = await load.call('run', { name, operations });
  const cpuMicros = (server.cpuMicros() - before) / operations;
  await load.call('close', { name });
  return { name, flow, connections, ...seen, cpuMicros, rss: server.rss() };
}

/** Medians of one server's rounds. */
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

import { describeMachine } from './machine/describe.mjs';
import { installPeers } from './install-peers.mjs';
import { Load } from './machine/load.mjs';
import { RunningServer } from './machine/running-server.mjs';
import { measure } from './measure.mjs';
import { makeRunDir, readOptions } from './options.mjs';
import { publish } from './publish.mjs';
import { column, table } from './report.mjs';
import { consentry } from './servers.mjs';

/** A million refreshes against one server: memory over time, and start. */
const PARTS = 20;
const QUARTER = PARTS / 4;

const options = readOptions({ operations: { type: 'string' }, connections: { type: 'string', default: '128' } }, [
  'sqlite',
  'postgres',
]);
const operations = Number(options.operations ?? (options.quick ? 40_000 : 1_000_000));
const cell = { flow: 'refresh', connections: Number(options.connections), operations: Math.round(operations / PARTS) };

installPeers();
const place = { ...options, dataDir: makeRunDir() };
const load = new Load();
let server;
try {
  server = await RunningServer.start(consentry('soak', 'Consentry', options.database), place);
  const first = startOf(server);
  const parts = await refreshAll(server);
  await server.restart();
  const again = startOf(server);
  const result = { machine: describeMachine(), first, parts, again };
  await publish(`soak-${options.database}`, { markdown: toMarkdown(first, parts, again), result }, options.publish);
} finally {
  load.stop();
  await server?.stop();
}

function startOf({ readyAfter, rssAtReady }) {
  return { ready: readyAfter, rss: rssAtReady };
}

async function refreshAll({ name, port }) {
  await load.call('setUp', { name, driver: 'consentry', port, applications: 1 });
  const parts = [];
  for (let part = 1; part <= PARTS; part += 1) {
    parts.push(await measure(server, load, cell));
    console.error(`${(part * cell.operations).toLocaleString('en')} refreshes, ${Math.round(parts.at(-1).rss)} MB`);
  }
  return parts;
}

function toMarkdown(first, parts, again) {
  const quarters = parts.filter((_, index) => (index + 1) % QUARTER === 0);
  const rows = quarters.map(({ operations: count, cpuMicros, milliseconds, p99, rss }, index) => [
    ((index + 1) * QUARTER * count).toLocaleString('en'),
    column(rss),
    column(cpuMicros),
    column((count * 1000) / milliseconds),
    column(p99, 1),
  ]);
  const mostOf = (some) => Math.max(...some.map(({ rss }) => rss));
  const most = mostOf(parts);
  // In the first quarter V8 sizes its heap, and collections make a saw: compare peaks.
  const growth = mostOf(parts.slice(-QUARTER)) / mostOf(parts.slice(QUARTER, 2 * QUARTER)) - 1;
  const verdicts = [
    [
      'ready within 1 s',
      `${column(first.ready)} ms, with what the run left ${column(again.ready)} ms`,
      first.ready <= 1_000,
    ],
    ['at most 120 MB at ready', `${column(first.rss)} MB`, first.rss <= 120],
    ['at most 150 MB afterwards', `${column(most)} MB at most`, most <= 150],
    ['flat: the last quarter at most 5 % above the second', `${column(growth * 100, 1)} %`, growth <= 0.05],
  ];
  return [
    table(['refreshes', 'RSS MB', 'CPU µs', 'per second', 'p99 ms'], rows),
    table(
      ['target', 'seen', 'met'],
      verdicts.map(([target, seen, met]) => [target, seen, met ? 'yes' : 'no']),
    ),
  ].join('\n');
}

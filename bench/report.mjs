import { summarise } from './measure.mjs';
import { ratio } from './statistics.mjs';
import { judgeTargets } from './targets.mjs';

/** A number for a table. */
export const column = (value, digits = 0) =>
  value === null || !Number.isFinite(value)
    ? '–'
    : value.toLocaleString('en', { minimumFractionDigits: digits, maximumFractionDigits: digits });

const line = (cells) => `| ${cells.join(' | ')} |`;

/** A markdown table, the first column left and the others right. */
export function table(head, rows) {
  const rule = head.map((_, at) => (at === 0 ? '---' : '---:'));
  return [line(head), line(rule), ...rows.map(line)].join('\n') + '\n';
}

const AGAINST = { ours: 'ours', limit: 'limit' };

/** The result as tables, of all numbers of connections or of one. */
export function toMarkdown({ cells, servers, machine, versions, plan }, connections) {
  const shown = cells.filter((cell) => connections === undefined || cell.connections === connections);
  const targets = judgeTargets(cells).map(({ target, seen, met }) => [target, seen, met ? 'yes' : 'no']);
  const starts = servers.map(({ title, readyAfter, rssAtReady, accessToken }) => [
    title,
    column(readyAfter),
    column(rssAtReady),
    accessToken,
  ]);
  return [
    describe(machine, versions, plan),
    toTables(shown, servers, AGAINST),
    `### Targets\n\n${table(['target', 'seen', 'met'], targets)}`,
    `### Start\n\n${table(['server', 'ready after ms', 'RSS at ready MB', 'access token'], starts)}`,
  ].join('\n');
}

function describe(machine, versions, { rounds, seconds, database }) {
  const { cpu, cores, memory, platform, node, pinned } = machine;
  const peers = Object.entries(versions).map(([name, version]) => `${name} ${version}`);
  const place = pinned ? 'the server on one core, the load on another' : 'server and load not pinned to cores';
  return `${cpu}, ${cores} cores, ${memory}, ${platform}, Node ${node}; ${place}; ${rounds} rounds of about ${seconds} s;
ours on ${database}. ${peers.join(', ')}.\n`;
}

/**
 * A table per flow and number of connections.
 *
 * @param against the compared servers, by their column's name.
 */
export function toTables(cells, servers, against) {
  return [...groupCells(cells)]
    .map(([title, rounds]) => `### ${title}\n\n${tableOf(rounds, servers, against)}`)
    .join('\n');
}

function groupCells(cells) {
  const groups = new Map();
  for (const entry of cells) {
    const title = `${entry.flow}, ${entry.connections} connection${entry.connections === 1 ? '' : 's'}`;
    groups.set(title, [...(groups.get(title) ?? []), entry]);
  }
  return groups;
}

function tableOf(rounds, servers, against) {
  const ratios = Object.keys(against).map((name) => `÷ ${name}`);
  const head = ['server', 'CPU µs', 'least to most', ...ratios, 'per second', 'p50 ms', 'p99 ms', 'RSS MB'];
  const taking = servers.filter(({ name }) => rounds.some((entry) => entry.name === name));
  return table(
    head,
    taking.map((server) => rowOf(server, rounds, Object.values(against))),
  );
}

function rowOf({ name, title }, rounds, others) {
  const of = summarise(rounds.filter((entry) => entry.name === name));
  return [
    title,
    column(of.cpuMicros),
    `${column(of.least)} to ${column(of.most)}`,
    ...others.map((other) => column(ratio(rounds, name, other), 2)),
    column(of.perSecond),
    column(of.p50, 2),
    column(of.p99, 2),
    column(of.rss),
  ];
}

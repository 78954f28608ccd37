// Issues tokens for many days on a moved clock and shows that the tables are bounded by what is alive.
//
//   node test/proofs/soak/soak.cjs [--issuances 1000000] [--days 200] [--accounts 20000] [--step 30] [--database postgres://…] [--json]
//
// A step is how many minutes the clock moves at once.
//
// Without a database it makes a SQLite file in a temporary folder, and takes it away. Ends with 1 if a row outlived its
// time.
require('reflect-metadata');
const { mkdtempSync, rmSync } = require('node:fs');
const { tmpdir } = require('node:os');
const { join } = require('node:path');
const { createHistogram, performance } = require('node:perf_hooks');
const { parseArgs } = require('node:util');
const { readSettings } = require('../../../apps/auth-server/dist/platform/config/read-settings.js');
const { backgroundJobs } = require('../../../apps/auth-server/dist/model/background-jobs.js');
const { Jobs } = require('../../../apps/auth-server/dist/platform/jobs/jobs.js');
const { openDatabase } = require('../../../apps/auth-server/dist/platform/database/open-database.js');
const { CLIENTS, Issuing } = require('./issuing.cjs');
const { tally } = require('./tally.cjs');

const MINUTE = 60_000;
const DAY = 1440 * MINUTE;
/** Between issuing and the background jobs of a step; some rows are alive then. */
const AFTERWARDS = 4 * MINUTE;
const SAMPLES = 20;
/** As in database/table-walk.ts. */
const GRANTS_A_RUN = 2_000;

const { values: options } = parseArgs({
  options: {
    issuances: { type: 'string', default: '1000000' },
    days: { type: 'string', default: '200' },
    step: { type: 'string', default: '30' },
    accounts: { type: 'string' },
    database: { type: 'string' },
    json: { type: 'boolean', default: false },
  },
});
const issuances = Number(options.issuances);
const days = Number(options.days);
const accounts = Number(options.accounts ?? Math.ceil(issuances / 50));
const stepLength = Number(options.step) * MINUTE;

/** Noon of a day long past: the real time does not matter. */
const clock = { time: 19_000 * DAY + DAY / 2, now: () => clock.time, elapsed: () => clock.time };

/**
 * Times the deleting statements from the call to the acknowledged commit, in microseconds of wall time and of CPU time.
 * On SQLite this is the whole batch; PostgreSQL's own CPU time is not included.
 */
function timeRemovals(units) {
  const removals = { rows: 0, times: createHistogram(), cpu: createHistogram(), dearest: { cpu: 0 } };
  const original = units.run.bind(units);
  units.run = async (text, ...values) => {
    const before = process.cpuUsage();
    const begun = performance.now();
    const rows = await original(text, ...values);
    if (!text.startsWith('DELETE')) return rows;
    const time = performance.now() - begun;
    const { user, system } = process.cpuUsage(before);
    removals.rows += rows;
    removals.times.record(Math.max(1, Math.round(time * 1000)));
    removals.cpu.record(Math.max(1, user + system));
    if (user + system > removals.dearest.cpu)
      removals.dearest = { cpu: user + system, rows, table: text.split(' ')[2] };
    return rows;
  };
  return removals;
}

async function soak(database, report) {
  const { units } = database;
  const issuing = new Issuing(units, clock, accounts);
  await issuing.populate();
  const removals = timeRemovals(units);
  const warnings = [];
  const jobs = new Jobs(units, clock, { warn: (entry) => warnings.push(entry) }, backgroundJobs(readSettings({})));
  const steps = Math.round((days * DAY) / stepLength);
  const samples = [];
  let issued = 0;
  for (let step = 1; step <= steps; step += 1) {
    const due = Math.round((issuances * step) / steps) - issued;
    await Promise.all([issuing.refresh(), ...Array.from({ length: due }, () => issuing.issue())]);
    issued += due;
    clock.time += AFTERWARDS;
    await jobs.run();
    if (step % Math.ceil(steps / SAMPLES) === 0 || step === steps) {
      await walkGrants(jobs);
      samples.push({ day: (step * stepLength) / DAY, issued, ...(await sample(units, removals)) });
      report(samples.at(-1));
    }
    clock.time += stepLength - AFTERWARDS;
  }
  return { samples, warnings };
}

/** Revoked grants are searched some at a time, once a minute; a step skips minutes, so run the missing ones. */
async function walkGrants(jobs) {
  for (let looked = 0; looked <= accounts * CLIENTS; looked += GRANTS_A_RUN) await jobs.run();
}

async function sample(units, { rows, times, cpu, dearest }) {
  const removals = { rows, batches: times.count, time: inMilliseconds(times), cpu: inMilliseconds(cpu), dearest };
  return { removals, rss: process.memoryUsage().rss, ...(await tally(units, clock.now())) };
}

const inMilliseconds = (microseconds) => ({
  median: microseconds.percentile(50) / 1000,
  p99: microseconds.percentile(99) / 1000,
  max: microseconds.max / 1000,
});

const MIB = 1024 * 1024;
const mib = (bytes) => `${(bytes / MIB).toFixed(0)} MiB`;

function print({ day, issued, removals, rss, tables, pages, free, bytes }) {
  const columns = Object.entries(tables).map(([table, { rows, alive }]) => `${table} ${rows} (${alive})`);
  const { rows, batches, time, cpu, dearest } = removals;
  const spell = ({ median, p99, max }) => [median, p99, max].map((ms) => ms.toFixed(1)).join(' / ');
  console.log(
    `day ${day.toFixed(0)}: ${issued} issued; ${mib(bytes)}, ${pages} pages, ${free} free; memory ${mib(rss)}`,
  );
  console.log(`  removed ${rows} rows in ${batches} batches, median / p99 / longest ${spell(time)} ms`);
  console.log(`  of the processor ${spell(cpu)} ms; the longest ${dearest.rows} rows of ${dearest.table}`);
  console.log(`  rows (alive): ${columns.join(', ')}`);
  for (const [table, { overdue }] of Object.entries(tables))
    if (overdue > 0) console.log(`  OVERDUE: ${overdue} rows of ${table}`);
}

async function main() {
  const folder = mkdtempSync(join(tmpdir(), 'consentry-soak-'));
  const settings = options.database
    ? { engine: 'postgres', url: options.database, poolSize: 10 }
    : { engine: 'sqlite', file: join(folder, 'auth.sqlite') };
  const database = await openDatabase(settings);
  try {
    const { samples, warnings } = await soak(database, options.json ? () => undefined : print);
    for (const warning of warnings) console.error(warning);
    if (options.json) console.log(JSON.stringify({ samples, warnings }));
    const overdue = samples.flatMap(({ tables }) => Object.values(tables)).filter((table) => table.overdue > 0);
    if (overdue.length > 0 || warnings.length > 0) process.exitCode = 1;
  } finally {
    await database.destroy();
    rmSync(folder, { recursive: true });
  }
}

main().catch((error) => {
  console.error(error);
  process.exitCode = 1;
});

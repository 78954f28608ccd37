import { summarise } from './measure.mjs';
import { ratio } from './statistics.mjs';

const AT = 16;

const times = (digits, value) => `${value.toFixed(digits)}×`;

/** Consentry against another: at most so many times its cost, or at least so many times cheaper. */
const atMost = (flow, other, most) => ({
  target: `${flow}: at most ${most}× the CPU of ${other}`,
  flow,
  connections: AT,
  judge: (rounds) => judgeRatio(ratio(rounds, 'ours', other), (value) => value <= most),
});
const cheaper = (flow, other, least) => ({
  target: `${flow}: ${other} costs at least ${least}×`,
  flow,
  connections: AT,
  judge: (rounds) => judgeRatio(ratio(rounds, other, 'ours'), (value) => value >= least),
});

function judgeRatio(value, isMet) {
  return value === null ? null : { seen: times(2, value), met: isMet(value) };
}

const TARGETS = [
  ...['exchange', 'refresh'].flatMap((flow) => [
    atMost(flow, 'limit', 1.3),
    cheaper(flow, 'oidc-knex', 4),
    cheaper(flow, 'oidc-sqlite', 4),
    cheaper(flow, 'oidc-memory', 3),
    cheaper(flow, 'better-auth', 20),
  ]),
  cheaper('flow', 'oidc-knex', 5),
  cheaper('flow', 'oidc-sqlite', 5),
  cheaper('flow', 'oidc-memory', 3.5),
  ...['flow', 'exchange', 'refresh'].map(noise),
  ...['exchange', 'refresh'].map((flow) => ({
    target: `${flow} on PostgreSQL: at most 1.2× the CPU on SQLite`,
    flow,
    connections: AT,
    judge: (rounds) => judgeRatio(ratio(rounds, 'ours-postgres', 'ours'), (value) => value <= 1.2),
  })),
  {
    target: 'refresh: p99 at 128 connections at most 5× p50',
    flow: 'refresh',
    connections: 128,
    judge: (rounds) => judgeRatio(tail(rounds), (value) => value <= 5),
  },
  {
    target: 'refresh: 5,000 a second where the limit reaches 7,900, as a share of the limit',
    flow: 'refresh',
    connections: 128,
    judge: (rounds) => judgeRatio(share(rounds), (value) => value >= 5_000 / 7_900),
  },
];

/** The same server twice; fails in either direction. */
function noise(flow) {
  const judge = (rounds) => judgeRatio(ratio(rounds, 'ours-again', 'ours'), (value) => value > 1 / 1.2 && value < 1.2);
  return { target: `${flow}: the same server twice differs by less than 20 %`, flow, connections: AT, judge };
}

const of = (rounds, name) => rounds.filter((entry) => entry.name === name);

function tail(rounds) {
  if (of(rounds, 'ours').length === 0) return null;
  const { p50, p99 } = summarise(of(rounds, 'ours'));
  return p99 / p50;
}

function share(rounds) {
  if (of(rounds, 'ours').length === 0 || of(rounds, 'limit').length === 0) return null;
  return summarise(of(rounds, 'ours')).perSecond / summarise(of(rounds, 'limit')).perSecond;
}

export function judgeTargets(cells) {
  return TARGETS.flatMap(({ target, flow, connections, judge }) => {
    const verdict = judge(cells.filter((entry) => entry.flow === flow && entry.connections === connections));
    return verdict === null ? [] : [{ target, ...verdict }];
  });
}

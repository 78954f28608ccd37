import { column, table } from '../report.mjs';
import { median } from '../statistics.mjs';

const times = (value) => `${value.toFixed(2)}×`;

/** The median of one verifier's samples, and of its ratios to another's within a round. */
function compare(samples, name, other, field) {
  const of = (wanted) => samples.filter((sample) => sample.name === wanted).sort((a, b) => a.round - b.round);
  const [mine, theirs] = [of(name), of(other)].map((rounds) => rounds.map((sample) => sample[field]));
  const ratios = mine.map((cost, round) => cost / theirs[round]);
  return { micros: median(mine), least: Math.min(...mine), most: Math.max(...mine), ratio: median(ratios) };
}

const namesOf = (samples) => [...new Set(samples.map(({ name }) => name))].sort();

export function toMarkdown({ machine, versions, plan, tokens, requests }) {
  const { cpu, cores, memory, platform, node } = machine;
  const peers = Object.entries(versions).map(([name, version]) => `${name} ${version}`);
  return [
    `${cpu}, ${cores} cores, ${memory}, ${platform}, Node ${node}; ${plan.rounds} rounds of ${plan.tokens} tokens, ${plan.httpRounds} of
${column(plan.requests)} requests. ${peers.join(', ')}.\n`,
    ...Object.entries(tokens).map(([alg, samples]) => `### ${alg}, by the token\n\n${tokenTable(samples)}`),
    `### ${requests.alg} over HTTP, a repeated token\n\n${requestTable(requests.samples)}`,
    `### Targets of the guard\n\n${table(['target', 'seen', 'met'], targetsOf(tokens, requests.samples))}`,
  ].join('\n');
}

function tokenTable(samples) {
  const rows = namesOf(samples).map((name) => {
    const fresh = compare(samples, name, 'plain', 'fresh');
    const repeated = compare(samples, name, 'plain', 'repeated');
    return [name, column(fresh.micros, 1), times(fresh.ratio), column(repeated.micros, 1)];
  });
  return table(['verifier', 'a new token, CPU µs', '÷ plain', 'a repeated one, CPU µs'], rows);
}

function requestTable(samples) {
  const rows = namesOf(samples).map((name) => {
    const { micros, least, most, ratio } = compare(samples, name, 'an empty guard', 'cpuMicros');
    const { rss } = samples.findLast((sample) => sample.name === name);
    return [name, column(micros), `${column(least)} to ${column(most)}`, times(ratio), column(rss)];
  });
  return table(['guard', 'CPU µs', 'least to most', '÷ an empty guard', 'RSS MB'], rows);
}

const FULL = 'consentry, 100,000 entries';
const MOST = { ES256: 1.15, EdDSA: 1.15, RS256: 1.25 };

function targetsOf(tokens, samples) {
  const rows = Object.entries(tokens).flatMap(([alg, ofAlg]) => {
    const fresh = compare(ofAlg, 'consentry', 'plain', 'fresh').ratio;
    const judged = compare(ofAlg, FULL, 'plain', 'fresh').ratio;
    const repeated = compare(ofAlg, `${FULL}, changed before each call`, 'plain', 'repeated').micros;
    return [
      [`${alg}: a new token at most ${MOST[alg]}× plain`, times(fresh), fresh <= MOST[alg]],
      [`${alg}: the same beside 100,000 entries of all nine kinds`, times(judged), judged <= MOST[alg]],
      [`${alg}: a repeated one at most 3 µs with every revocation check`, `${column(repeated, 1)} µs`, repeated <= 3],
    ];
  });
  const { ratio } = compare(samples, 'consentry', 'an empty guard', 'cpuMicros');
  rows.push(['over HTTP at most 1.15× an empty guard', times(ratio), ratio <= 1.15]);
  return rows.map(([target, seen, met]) => [target, seen, met ? 'yes' : 'no']);
}

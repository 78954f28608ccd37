import { serveIssuer } from './issuer.mjs';
import { VERIFIERS } from './verifiers.mjs';

/** A process of its own for each algorithm: `node rounds.mjs <alg> <rounds> <tokens>` prints its samples as JSON. */
const [alg, rounds, count] = [process.argv[2], Number(process.argv[3]), Number(process.argv[4])];
/** Rounds before those that count: V8 compiles. */
const WARMING = 5;
/** Calls that find the token known are short: more of them, over a few tokens. */
const REPEATED = { calls: 5, tokens: 50 };

const issuer = await serveIssuer(alg);
const verifiers = [];
for (const [name, make] of Object.entries(VERIFIERS)) {
  const verify = await make(issuer);
  if (verify !== undefined) verifiers.push({ name, verify });
}

/** As a request brings it: another string each time. */
const received = (token) => Buffer.from(token, 'latin1').toString('latin1');

async function cost(verify, tokens) {
  const before = process.cpuUsage();
  for (const token of tokens) {
    const answer = verify(token);
    if (answer instanceof Promise) await answer;
  }
  const { user, system } = process.cpuUsage(before);
  return (user + system) / tokens.length;
}

const samples = [];
for (let round = -WARMING; round < rounds; round += 1) {
  const tokens = Array.from({ length: count }, issuer.mint);
  const again = Array.from(
    { length: count * REPEATED.calls },
    (_, at) => tokens[at % Math.min(count, REPEATED.tokens)],
  );
  for (let at = 0; at < verifiers.length; at += 1) {
    // Another one begins each round.
    const { name, verify } = verifiers[(at + round + WARMING) % verifiers.length];
    const fresh = await cost(verify, tokens.map(received));
    const repeated = await cost(verify, again.map(received));
    if (round >= 0) samples.push({ round, name, fresh, repeated });
  }
}
console.log(JSON.stringify(samples));
process.exit();

import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { parseArgs, promisify } from 'node:util';
import { installPeers } from '../install-peers.mjs';
import { describeMachine } from '../machine/describe.mjs';
import { makeRunDir } from '../options.mjs';
import { publish } from '../publish.mjs';
import { toMarkdown } from './report.mjs';

/** `node bench/guard/run.mjs`: the guard beside others, in one process by tokens and over HTTP by requests. */
const { values: options } = parseArgs({
  options: {
    algorithms: { type: 'string', default: 'ES256,EdDSA,RS256' },
    quick: { type: 'boolean', default: false },
    publish: { type: 'boolean', default: false },
  },
});
const plan = options.quick
  ? { rounds: 5, tokens: 200, requests: 2_000, httpRounds: 3 }
  : { rounds: 25, tokens: 300, requests: 8_000, httpRounds: 7 };

const versions = installPeers(import.meta.dirname);
const algorithms = options.algorithms.split(',');
const tokens = {};
for (const alg of algorithms) {
  console.error(`${alg}: ${plan.rounds} rounds of ${plan.tokens} tokens …`);
  const args = [join(import.meta.dirname, 'rounds.mjs'), alg, String(plan.rounds), String(plan.tokens)];
  const { stdout } = await promisify(execFile)(process.execPath, args, { maxBuffer: 2 ** 26 });
  tokens[alg] = JSON.parse(stdout);
}
// Only now are its peers installed.
const { measureHosts } = await import('./http.mjs');
const requests = await measureHosts(algorithms[0], { ...plan, dataDir: makeRunDir() });
const result = {
  machine: describeMachine(),
  versions,
  plan,
  tokens,
  requests: { alg: algorithms[0], samples: requests },
};
await publish('guard', { markdown: toMarkdown(result), result }, options.publish);
process.exit();

// The real server under a clock that the test moves: `{ advance: ms }` over IPC, answered by `{ advanced: now }`.
// It starts as far ahead as `CLOCK_AHEAD` says: a server that is started again does not go back in time.
// `{ freeze: true }` stops the clock first, so that a test can stand exactly at a limit.
require('reflect-metadata');
const { start } = require('../../dist/start.js');
const { explainFailure } = require('../../dist/explain-failure.js');

let offset = Number(process.env.CLOCK_AHEAD ?? 0);
let stoppedAt;
const now = () => (stoppedAt ?? Date.now()) + offset;
const clock = { now, elapsed: now };
process.on('message', ({ advance = 0, freeze = false }) => {
  if (freeze) stoppedAt ??= Date.now();
  offset += advance;
  process.send({ advanced: clock.now() });
});
process.on('disconnect', () => process.exit(0));
start(process.env, clock).catch(explainFailure);

// The real server under a clock that the test moves: `{ advance: ms }` over IPC, answered by `{ advanced: now }`.
require('reflect-metadata');
const { start } = require('../../dist/start.js');
const { explainFailure } = require('../../dist/explain-failure.js');

let offset = 0;
const clock = { now: () => Date.now() + offset };
process.on('message', ({ advance }) => {
  offset += advance;
  process.send({ advanced: clock.now() });
});
process.on('disconnect', () => process.exit(0));
start(process.env, clock).catch(explainFailure);

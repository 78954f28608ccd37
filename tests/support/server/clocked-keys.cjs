// The real keys command with its time from the environment.
require('reflect-metadata');
const { explainFailure } = require('../../../apps/auth-server/dist/explain-failure.js');
const { runLine } = require('../../../apps/auth-server/dist/commands/program.js');

const { CLOCK: time, ...environment } = process.env;
const now = () => Number(time);
runLine(['keys', ...process.argv.slice(2)], environment, { now, elapsed: now }).then(
  (done) => process.stdout.write(done),
  (error) => explainFailure(error, 'keys'),
);

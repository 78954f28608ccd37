// dist/main.js with a supervisor that kills a worker after two seconds.
require('reflect-metadata');
const cluster = require('node:cluster');
const { systemClock } = require('../../../apps/auth-server/dist/platform/config/clock.js');
const { readSettings } = require('../../../apps/auth-server/dist/platform/config/read-settings.js');

const settings = readSettings(process.env);
if (cluster.isPrimary) require('../../../apps/auth-server/dist/supervisor.js').supervise(settings, 2_000);
else require('../../../apps/auth-server/dist/start.js').start(settings, systemClock);

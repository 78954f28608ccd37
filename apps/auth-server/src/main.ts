import 'reflect-metadata';
import { systemClock } from './platform/config/clock';
import { readSettings } from './platform/config/read-settings';
import { explainFailure } from './explain-failure';
import { start } from './start';

const main = async (environment: NodeJS.ProcessEnv) => start(readSettings(environment), systemClock);

main(process.env).catch(explainFailure);

import 'reflect-metadata';
import { systemClock } from './config/clock';
import { explainFailure } from './explain-failure';
import { start } from './start';

start(process.env, systemClock).catch(explainFailure);

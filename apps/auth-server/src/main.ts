import 'reflect-metadata';
import { readSettings } from './platform/config/read-settings';
import { explainFailure } from './explain-failure';
import { serve } from './serve';

const main = async (environment: NodeJS.ProcessEnv) => serve(readSettings(environment));

main(process.env).catch(explainFailure);

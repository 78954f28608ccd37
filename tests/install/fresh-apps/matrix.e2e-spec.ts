import { SINGLE_APPS } from './matrix.ts';
import { describeRows } from './matrix-tests.ts';

describeRows(SINGLE_APPS);

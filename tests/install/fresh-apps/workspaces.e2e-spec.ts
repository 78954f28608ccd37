import { WORKSPACES } from './matrix.ts';
import { describeRows } from './matrix-tests.ts';

describeRows(WORKSPACES);

import { join } from 'node:path';

import type { UpdateOptions } from '../../src/update/update.options';
import { updateTo } from '../../src/update/update.schematic';

export const MIGRATIONS = join(__dirname, 'migrations.json');

export const update = (options: UpdateOptions) => updateTo('0.2.0', options, MIGRATIONS);

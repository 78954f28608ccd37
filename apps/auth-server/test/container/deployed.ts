import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../support/production-page';

/** A file that operators get. */
export const deployed = (name: string) => readFileSync(join(ROOT, 'apps/auth-server/deploy', name), 'utf8');

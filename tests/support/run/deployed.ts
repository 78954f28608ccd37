import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './root';

/** A file that operators get. */
export const deployed = (name: string) => readFileSync(join(ROOT, 'apps/auth-server/deploy', name), 'utf8');

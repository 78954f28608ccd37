import { Foundation1770000000000 } from './1770000000000-foundation';
import type { Migration } from './migration';

/** In order; each runs once, all of those pending in one transaction. */
export const MIGRATIONS: (new () => Migration)[] = [Foundation1770000000000];

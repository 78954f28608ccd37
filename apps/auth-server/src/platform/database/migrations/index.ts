import { Foundation1770000000000 } from './1770000000000-foundation';

/** In order; each runs once, all of those pending in one transaction. */
export const MIGRATIONS = [Foundation1770000000000];

import { purgeClients } from '../endings/client-purge';
import { logoCopies } from './clients/logos/logo-copies';
import type { Settings } from '../platform/config/settings';
import type { BackgroundJob } from '../platform/database/batched-delete';
import { purgesOf } from '../platform/database/expires';
import { ENTITIES } from './entities';
import { purgeGrants } from '../endings/grant-purge';
import { pendingRevocationJob } from '../endings/pending-revocation-job';
import { purgeFamilies } from '../endings/family-purge';

/**
 * Purges of the entities with `@Expires()`, then those that need more than a time. Ordered for foreign keys: families before
 * grants, grants before clients.
 */
export const backgroundJobs = (settings: Pick<Settings, 'eventsKept' | 'issuer'>): BackgroundJob[] => [
  ...purgesOf(ENTITIES, settings),
  purgeFamilies,
  purgeGrants(),
  purgeClients(),
  pendingRevocationJob(),
  logoCopies(settings.issuer),
];

import { type BackgroundJob, batchedDelete } from '../platform/database/batched-delete';

const DAY = 86_400_000;

const deleteBatch = batchedDelete({
  table: 'refresh_families',
  key: 'id',
  where: 'purge_day <= ?',
  order: 'purge_day',
});

/** Deletes families once neither a token nor the code that began one can be alive. */
export const purgeFamilies: BackgroundJob = {
  name: 'refresh_families',
  runBatch: (units, now, most) => deleteBatch(units, most, Math.floor(now / DAY)),
};

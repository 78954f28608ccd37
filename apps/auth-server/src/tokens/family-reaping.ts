import { type Chore, removal } from '../database/removal';

const DAY = 86_400_000;

const removeBatch = removal({
  table: 'refresh_families',
  key: 'id',
  where: `reap_day <= ?
    AND NOT EXISTS (SELECT 1 FROM authorization_codes k WHERE k.family_id = refresh_families.id)`,
  order: 'reap_day',
});

/** Families of which no token can be alive; a code that names one goes first. */
export const reapFamilies: Chore = {
  name: 'refresh_families',
  removeSome: (units, now, most) => removeBatch(units, most, Math.floor(now / DAY)),
};

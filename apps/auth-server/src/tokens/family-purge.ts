import { type Chore, removal } from '../database/removal';

const DAY = 86_400_000;

const removeBatch = removal({
  table: 'refresh_families',
  key: 'id',
  where: 'reap_day <= ?',
  order: 'reap_day',
});

/** Families of which no token can be alive, nor the code that began one. */
export const reapFamilies: Chore = {
  name: 'refresh_families',
  removeSome: (units, now, most) => removeBatch(units, most, Math.floor(now / DAY)),
};

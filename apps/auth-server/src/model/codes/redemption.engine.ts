import type { Units } from '../../platform/database/units';
import type { CodeRedemption } from './redemption';
import { PostgresRedemption } from './redemption.postgres';
import { SqliteRedemption } from './redemption.sqlite';

const BY_ENGINE = { sqlite: SqliteRedemption, postgres: PostgresRedemption };

export const redemptionOn = (units: Units): CodeRedemption => new BY_ENGINE[units.engine](units);

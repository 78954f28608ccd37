import type { Units } from '../../platform/database/units';
import type { Resource } from '../../protocol/request/scope';
import type { RefreshRotation } from './rotation';
import { PostgresRotation } from './rotation.postgres';
import { SqliteRotation } from './rotation.sqlite';

const BY_ENGINE = { sqlite: SqliteRotation, postgres: PostgresRotation };

/** @param audiences of the settings. */
export const rotationOn = (units: Units, audiences: readonly Resource[]): RefreshRotation =>
  new BY_ENGINE[units.engine](units, audiences);

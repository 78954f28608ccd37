import type { Units } from '../../platform/database/units';
import type { FamilyTimes } from '../../endings/family-times';
import type { RefreshRotation, RefreshRule, RefreshUse, Rotation } from './rotation';
import { rotating } from './rotation.unit';

export class SqliteRotation implements RefreshRotation {
  constructor(private readonly units: Units) {}

  rotate<T>(use: RefreshUse, times: FamilyTimes, rule: RefreshRule<T>): Promise<Rotation<T>> {
    return this.units.write(() => rotating(use, times, rule));
  }
}

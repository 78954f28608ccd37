import type { Settings } from '../../platform/config/settings';
import { checkValueOf } from '../../model/keys/master-key';
import { finishReplacement, nextFileIn, openingKey, writeNextKey } from '../../model/keys/opening-key';
import { reseal } from '../../model/keys/resealing';
import type { Unit } from '../../platform/database/sql';
import { endEverything } from '../end-everything';
import type { Counts } from '../spell-counts';
import { giveToOwner } from '../restore/swap-in';

export interface MasterKeys {
  present: Buffer;
  next: Buffer;
}

interface Replaced {
  /** How many private keys. */
  resealed: number;
  ended: Counts;
}

export interface Replacement extends MasterKeys, Replaced {}

/** The master key of this check value, and the next one: NEW_MASTER_KEY, or a random one written to DATA_DIR. */
export function nextKeyOf(settings: Settings, value: string): MasterKeys {
  const { dataDir, newMasterKey } = settings;
  const present = openingKey(settings, value);
  if (newMasterKey !== null) return { present, next: newMasterKey };
  const next = writeNextKey(dataDir);
  giveToOwner(nextFileIn(dataDir), dataDir);
  return { present, next };
}

/** Renames the next key file, after the commit; after a crash the next process that opens the database does. */
export function putInPlace({ next }: MasterKeys, { masterKey, dataDir }: Settings): void {
  if (masterKey === null) finishReplacement(dataDir, checkValueOf(next));
}

/** Seals the private keys under the next master key, and ends everything that the present one may have forged. */
export function* replaceUnder(keys: MasterKeys, { ttl }: Settings, now: number): Unit<Replaced> {
  const resealed = yield* reseal(keys, now);
  return { resealed, ended: yield* endEverything(now, ttl.accessToken) };
}
